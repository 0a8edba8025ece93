internal import CJansson

// Case paths and pointers read directly from C texts, for code that runs in every reducer, without
// allocating or retaining.

/// Looks for a case path in an action.
package enum JSONCaseScan {
  /// The payload of the innermost case, borrowed: jansson's `null` for a case without one; nil where
  /// the action is another case.
  package static func payload(of action: JSONNode, path: UnsafePointer<CChar>) -> JSONNode? {
    var node = action
    var name = path
    while true {
      // An element's or a row's action stands beside its id, and the path goes on in it.
      let here = JSONCase.of(node) ?? JSONActionNode(node).soleElement.flatMap { JSONCase.of($0) }
      guard let (key, payload) = here, let end = end(of: name, key) else { return nil }
      if end.pointee == 0 { return payload.flatMap { $0.isNothing ? nil : $0 } ?? json_null() }
      guard let payload else { return nil }
      node = payload
      name = end + 1
    }
  }

  /// Where a path's first name ends; nil where that is not the name given as bytes.
  @inline(__always)
  private static func end(
    of name: UnsafePointer<CChar>, _ bytes: UnsafeRawBufferPointer
  ) -> UnsafePointer<CChar>? {
    let dot = CChar(UInt8(ascii: "."))
    guard let first = bytes.baseAddress, bytes.count > 0 else { return nil }
    let key = first.assumingMemoryBound(to: CChar.self)
    var offset = 0
    while offset < bytes.count {
      let byte = name[offset]
      // A name has neither a dot nor a NUL in it. The first test is enough for most bytes of a name.
      guard byte == key[offset], byte & ~dot != 0 || byte != 0 && byte != dot else { return nil }
      offset &+= 1
    }
    let end = name + bytes.count
    return end.pointee == 0 || end.pointee == dot ? end : nil
  }
}

/// Looks for what a JSON Pointer names.
package enum JSONPointerScan {
  /// What is there, borrowed; nil where there is nothing, and for a malformed pointer.
  package static func resolve(_ pointer: UnsafePointer<CChar>, in root: JSONNode) -> JSONNode? {
    var node = root
    var start = pointer
    while start.pointee != 0 {
      guard start.pointee == CChar(UInt8(ascii: "/")) else { return nil }
      start += 1
      var end = start
      while end.pointee != 0, end.pointee != CChar(UInt8(ascii: "/")) {
        // Escapes are rare, so a parsed pointer handles them.
        if end.pointee == CChar(UInt8(ascii: "~")) { return slowly(pointer, in: root) }
        end += 1
      }
      guard let next = child(of: node, start, end - start) else { return nil }
      node = next
      start = end
    }
    return node
  }

  private static func child(
    of node: JSONNode, _ key: UnsafePointer<CChar>, _ count: Int
  ) -> JSONNode? {
    if node.pointee.type == JSON_OBJECT { return json_object_getn(node, key, count) }
    guard node.pointee.type == JSON_ARRAY, (1...18).contains(count),
      count == 1 || key[0] != CChar(UInt8(ascii: "0"))
    else { return nil }
    var index = 0
    for position in 0..<count {
      guard (CChar(UInt8(ascii: "0"))...CChar(UInt8(ascii: "9"))).contains(key[position]) else {
        return nil
      }
      index = index * 10 + Int(key[position] - CChar(UInt8(ascii: "0")))
    }
    return json_array_get(node, index)
  }

  private static func slowly(_ pointer: UnsafePointer<CChar>, in root: JSONNode) -> JSONNode? {
    try? JSONPointer(String(cString: pointer)).resolve(in: root)
  }
}
