internal import CJSONText
public import CJansson
internal import KumikiValues

/// Reads and prints JSON text, with `CJSONText`. jansson makes the errors, and prints with other flags.
public enum JSONText {
  /// Reads one JSON value of any kind from UTF-8 text.
  ///
  /// A key that occurs twice in one object, text after the value, numbers beyond 64 bits and anything else
  /// outside RFC 8259 are errors. `\u0000` is legal in strings but not in keys.
  /// - Throws: `json` with the byte offset where reading stopped, `tooDeep` or `noMemory`.
  /// - Complexity: O(*n*) in the length of the text.
  public static func parse(_ text: String) throws(JSONError) -> JSON {
    try text.withBytes { (bytes) throws(JSONError) in JSON(stealing: try parseNode(bytes)) }
  }

  /// Reads one JSON value from the bytes of UTF-8 text, which are not kept.
  @safe
  public static func parse(bytes: UnsafeRawBufferPointer) throws(JSONError) -> JSON {
    JSON(stealing: try parseNode(JSONBytes(bytes)))
  }

  /// Reads one JSON value and returns a new reference.
  package static func parseNode(_ bytes: JSONBytes) throws(JSONError) -> JSONNode {
    try checkStack(for: bytes)
    var isShort = false
    let read = unsafe kumiki_json_read(bytes.characters, bytes.count, &isShort)
    if let node = unsafe JSONNode(read) { return node }
    if isShort {
      Shortage.note()
      throw .outOfMemory
    }
    // jansson has the message and the position of an error.
    let flags = Int(JSON_DECODE_ANY | JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL)
    var error = json_error_t()
    guard let node = unsafe JSONNode(json_loadb(bytes.characters, bytes.count, flags, &error))
    else { throw JSONError(error) }
    // jansson treats a zero byte after the value as the end of the text.
    if let offset = bytes.offset(of: 0) {
      node.releaseDeep()
      throw JSONError(
        .json, position: offset, message: "something follows the value at byte \(offset): U+0000")
    }
    return node
  }

  /// Checks the stack for jansson, which recurses at most 2,048 levels, and not beyond the nested brackets.
  private static func checkStack(for bytes: JSONBytes) throws(JSONError) {
    let limit = JSONLimits.standard.depth
    // Brackets are counted only if the stack does not suffice for the worst case.
    let fits = { levels in
      StackBudget.has(min(levels, limit) * StackBudget.readingLevel + StackBudget.janssonReserve)
    }
    guard fits(bytes.count) || fits(nesting(bytes)) else { throw .stackExhausted() }
  }

  /// Returns the greatest number of brackets open at once, without brackets inside strings.
  private static func nesting(_ bytes: JSONBytes) -> Int {
    var open = 0
    var deepest = 0
    var inText = false
    var escaped = false
    for byte in bytes {
      if escaped {
        escaped = false
        continue
      }
      switch byte {
      case UInt8(ascii: "\\"): escaped = inText
      case UInt8(ascii: "\""): inText.toggle()
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        open += inText ? 0 : 1
        deepest = max(deepest, open)
      case UInt8(ascii: "]"), UInt8(ascii: "}"): open -= inText ? 0 : 1
      default: break
      }
    }
    return deepest + 1
  }
}

// MARK: - Printing

extension JSONText {
  /// - Throws: `tooDeep` for a value that cannot be printed on the remaining stack.
  ///
  /// - Parameter reserving: the stack needed for other work, in bytes.
  static func checkStack(toPrint node: JSONNode, reserving: Int = 0) throws(JSONError) {
    guard let depth = JSONMeasure.depth(of: node) else {
      throw JSONError(.tooDeep, message: "nested too deep to be printed")
    }
    guard hasStack(toPrint: depth, reserving: reserving) else { throw .stackExhausted() }
  }

  private static func hasStack(toPrint levels: Int, reserving: Int = 0) -> Bool {
    StackBudget.has(levels * StackBudget.printingLevel + StackBudget.janssonReserve + reserving)
  }

  private static var unprintable: JSONError {
    JSONError(.json, message: "cannot be printed: a text is not UTF-8, or no memory is left")
  }

  /// Returns the text of a value whose depth is within the limit, NUL-terminated, for ``TextMemory/free(_:)``.
  ///
  /// - Parameters:
  ///   - flags: the flags of jansson's `json_dumps`; `JSON_ENCODE_ANY` is implied.
  ///   - size: the expected length on entry, the actual length on return.
  /// - Throws: `tooDeep`, `noMemory`, or `json` if a string in the value is not UTF-8.
  @safe package static func copy(
    _ node: JSONNode, flags: Int, size: inout Int
  ) throws(JSONError) -> UnsafeMutablePointer<CChar> {
    guard kumiki_json_writes(flags) else {
      return try copyByJansson(node, flags: flags, size: &size)
    }
    let capacity = max(256, size + size / 8)
    guard let start = unsafe TextMemory.room(for: capacity) else { throw .outOfMemory }
    var text = unsafe kumiki_bytes(start: start, used: 0, room: capacity + 1)
    var result = unsafe kumiki_json_write(&text, node.pointer, flags)
    size = unsafe text.used
    if result == KUMIKI_JSON_WRITTEN, unsafe !kumiki_append(&text, "", 1) {
      result = KUMIKI_JSON_NO_MEMORY
    }
    if result == KUMIKI_JSON_WRITTEN { return unsafe text.start }
    unsafe TextMemory.free(text.start)
    guard result == KUMIKI_JSON_NO_MEMORY else { throw unprintable }
    Shortage.note()
    throw .outOfMemory
  }

  /// Does the same for flags that `CJSONText` does not implement.
  ///
  /// The text is written into memory of the expected size, because `json_dumps` would reallocate as the text grows.
  /// A longer text is written twice.
  @safe private static func copyByJansson(
    _ node: JSONNode, flags: Int, size: inout Int
  ) throws(JSONError) -> UnsafeMutablePointer<CChar> {
    // If the stack has room for a value of any depth, the depth need not be measured.
    if !hasStack(toPrint: JSONLimits.standard.depth) { try checkStack(toPrint: node) }
    var capacity = max(256, size + size / 8)
    var isSecond = false
    while true {
      guard let text = unsafe TextMemory.room(for: capacity) else { throw .outOfMemory }
      let count = unsafe json_dumpb(node.pointer, text, capacity, flags | Int(JSON_ENCODE_ANY))
      if count > 0, count <= capacity {
        unsafe text[count] = 0
        size = count
        return unsafe text
      }
      TextMemory.free(text)
      if count > capacity {
        capacity = count
      } else if isSecond {
        throw unprintable
      } else {
        // jansson does not report whether the value or the memory is at fault. Memory may suffice a second time.
        isSecond = true
      }
    }
  }
}

extension JSONText {
  /// Returns the text of a value of any depth; see ``copy(_:flags:size:)``.
  @safe fileprivate static func copy(
    _ node: JSONNode, flags: Int
  ) throws(JSONError) -> UnsafeMutablePointer<CChar> {
    try checkStack(toPrint: node)
    var size = 0
    return try copy(node, flags: flags, size: &size)
  }
}

extension JSON {
  /// Returns the value as JSON text; the same value always gives the same text.
  /// - Parameter flags: the flags of jansson's `json_dumps`. Members keep their order unless the flags change
  ///   it.
  /// - Throws: `tooDeep` or `noMemory`.
  /// - Complexity: O(*n*) in the length of the text.
  public func text(flags: Int = Int(JSON_COMPACT)) throws(JSONError) -> String {
    try withNode { node throws(JSONError) in
      let text = try JSONText.copy(node, flags: flags)
      defer { TextMemory.free(text) }
      return unsafe String(cString: text)
    }
  }

  /// Returns the value as JSON text, NUL-terminated, for ``TextMemory/free(_:)``.
  /// - Throws: the errors of ``text(flags:)``.
  @safe package func copyText(flags: Int) throws(JSONError) -> UnsafeMutablePointer<CChar> {
    try unsafe withNode { node throws(JSONError) in try JSONText.copy(node, flags: flags) }
  }
}

// MARK: - Errors

extension JSONError {
  /// Makes an error from jansson's, with Kumiki's message first.
  fileprivate init(_ error: json_error_t) {
    let (text, code) = unsafe withUnsafeBytes(of: error.text) { bytes in
      unsafe (String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self), UInt32(bytes.last ?? 0))
    }
    // If an allocation fails inside the parser, jansson returns NULL without a message.
    if text.isEmpty || code == json_error_out_of_memory.rawValue {
      Shortage.note()
      self = .outOfMemory
      return
    }
    let tooDeep = code == json_error_stack_overflow.rawValue
    let offset = max(0, Int(error.position))
    self.init(
      tooDeep ? .tooDeep : .json, position: offset,
      message: "\(Self.reason(code)) at byte \(offset): \(text.onOneLine)")
  }

  private static func reason(_ code: UInt32) -> String {
    switch json_error_code(code) {
    case json_error_stack_overflow: "nested deeper than \(JSONLimits.standard.depth) levels"
    case json_error_invalid_utf8: "not UTF-8"
    case json_error_premature_end_of_input: "the text ends too early"
    case json_error_end_of_input_expected: "something follows the value"
    case json_error_null_byte_in_key: "a key with U+0000"
    case json_error_duplicate_key: "a key that occurs twice in one object"
    case json_error_numeric_overflow: "a number out of range"
    default: "not JSON"
    }
  }
}
