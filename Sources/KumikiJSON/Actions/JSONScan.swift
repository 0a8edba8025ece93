internal import CJansson

// Case paths and pointers read straight from C texts, for code that runs in every reducer: no storage
// is made and nothing is counted.

/// Looks for a case path in an action.
package enum JSONCaseScan {
  /// The payload of the innermost case, borrowed: jansson's `null` for a case without one; nil where
  /// the action is another case.
  package static func payload(of action: JSONNode, path: UnsafePointer<CChar>) -> JSONNode? {
    var node = action
    var name = path
    while true {
      guard let (end, inner) = step(from: node, name) else { return nil }
      if end.pointee == 0 { return isEmpty(inner) ? json_null() : inner }
      node = inner
      name = end + 1
    }
  }

  /// Compares the case of a value with the name that a path begins with. Answers where that name ends,
  /// and the payload; nil where it is another case.
  @inline(__always)
  private static func step(
    from node: JSONNode, _ name: UnsafePointer<CChar>
  ) -> (UnsafePointer<CChar>, JSONNode)? {
    if let member = node.soleEntry, let key = json_object_iter_key(member) {
      guard let end = end(of: name, key, json_object_iter_key_len(member)) else { return nil }
      return (end, json_object_iter_value(member)!)
    }
    if node.pointee.type == JSON_STRING, let text = json_string_value(node) {
      guard let end = end(of: name, text, json_string_length(node)) else { return nil }
      return (end, json_null()!)
    }
    return action(of: node).flatMap { stepFurther(from: $0, name) }
  }

  @inline(never)
  private static func stepFurther(
    from node: JSONNode, _ name: UnsafePointer<CChar>
  ) -> (UnsafePointer<CChar>, JSONNode)? { step(from: node, name) }

  /// Of `{"id": ID, "action": ACTION}`: an element's or a row's action stands beside its id, and the
  /// path goes on in it.
  private static func action(of node: JSONNode) -> JSONNode? {
    guard node.pointee.type == JSON_OBJECT, json_object_size(node) == 2,
      json_object_get(node, "id") != nil
    else { return nil }
    return json_object_get(node, "action")
  }

  /// Where a path's first name ends; nil where that is not the name given as bytes.
  @inline(__always)
  private static func end(
    of name: UnsafePointer<CChar>, _ bytes: UnsafePointer<CChar>, _ count: Int
  ) -> UnsafePointer<CChar>? {
    let dot = CChar(UInt8(ascii: "."))
    guard count > 0 else { return nil }
    var offset = 0
    while offset < count {
      let byte = name[offset]
      // A name has neither a dot nor a NUL in it; of what most names are made of nothing has their bits alone.
      guard byte == bytes[offset], byte & ~dot != 0 || byte != 0 && byte != dot else { return nil }
      offset &+= 1
    }
    let end = name + count
    return end.pointee == 0 || end.pointee == dot ? end : nil
  }

  /// `{}` is the payload of a case without one.
  private static func isEmpty(_ node: JSONNode) -> Bool {
    node.pointee.type == JSON_OBJECT && json_object_size(node) == 0
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
        // Escapes are rare: leave them to the pointer that unescapes.
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
