internal import CJansson

// Case paths and pointers read straight from C texts, for code that runs in every reducer: no storage
// is made and nothing is counted.

/// Looks for a case path in an action.
package enum JSONCaseScan {
  /// The payload of the innermost case, borrowed: jansson's `null` for a case without one; nil where
  /// the action is another case.
  package static func payload(of action: JSONNode, path: UnsafePointer<CChar>) -> JSONNode? {
    var node = action
    var start = path
    while true {
      var end = start
      while end.pointee != 0, end.pointee != CChar(UInt8(ascii: ".")) { end += 1 }
      let name = UnsafeRawBufferPointer(start: start, count: end - start)
      guard !name.isEmpty, let inner = payload(of: node, name) else { return nil }
      node = inner
      guard end.pointee != 0 else { return isEmpty(node) ? json_null() : node }
      start = end + 1
    }
  }

  private static func payload(of node: JSONNode, _ name: UnsafeRawBufferPointer) -> JSONNode? {
    if node.pointee.type == JSON_STRING {
      return node.textBytes.isEqual(to: name) ? json_null() : nil
    }
    if let (key, value) = JSONCase.member(of: node) { return key.isEqual(to: name) ? value : nil }
    // An element's or a row's action stands beside its id: the path goes on in it.
    guard node.pointee.type == JSON_OBJECT, json_object_size(node) == 2,
      json_object_get(node, "id") != nil, let action = json_object_get(node, "action")
    else { return nil }
    return payload(of: action, name)
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
