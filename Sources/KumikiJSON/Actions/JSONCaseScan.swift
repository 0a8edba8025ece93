/// Matches an action with a case path in a C string. Runs in every reducer; does not allocate or retain.
package enum JSONCaseScan {
  /// Returns the innermost case's payload, borrowed: null if it has none; nil for another case.
  package static func payload(of action: JSONNode, path: CStringView) -> JSONNode? {
    var node = action
    var name = unsafe path.start
    while true {
      guard let (key, payload) = JSONCase.of(node) ?? caseOfElement(node),
        let end = unsafe endOfName(name, key)
      else { return nil }
      if unsafe end.pointee == 0 {
        return payload.asPayload
      }
      guard let payload else { return nil }
      node = payload
      unsafe name = end + 1
    }
  }

  /// Returns the case of the action next to an element's or a row's id. The path continues in that action.
  @inline(never)
  private static func caseOfElement(_ node: JSONNode) -> (key: JSONBytes, payload: JSONNode?)? {
    JSONActionNode(node).soleElement.flatMap { JSONCase.of($0.action.node) }
  }

  /// Whether an action is the case at a path.
  static func isCase(_ action: JSONNode, _ path: String) -> Bool {
    unsafe path.withCString { payload(of: action, path: CStringView($0)) != nil }
  }

  /// Returns the end of a path's first name; nil if it differs from the given name.
  @inline(__always)
  private static func endOfName(
    _ name: UnsafePointer<CChar>, _ bytes: JSONBytes
  ) -> UnsafePointer<CChar>? {
    let dot = CChar(UInt8(ascii: "."))
    if bytes.isEmpty { return nil }
    let key = unsafe bytes.characters
    var offset = 0
    while offset < bytes.count {
      let byte = unsafe name[offset]
      // A name contains neither a dot nor a NUL. The first test suffices for most bytes of a name.
      guard unsafe byte == key[offset], byte & ~dot != 0 || byte != 0 && byte != dot else {
        return nil
      }
      offset &+= 1
    }
    let end = unsafe name + bytes.count
    return unsafe end.pointee == 0 || end.pointee == dot ? end : nil
  }
}
