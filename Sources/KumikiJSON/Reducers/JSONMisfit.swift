internal import CJansson
internal import Kumiki

// Which actions an operator can read. Found before any reducer runs, so that a misspelt action is an
// error of the call and changes nothing.

extension JSONCasePath {
  /// What is wrong in the branch that this path names; nil where the action is elsewhere.
  func misfit(_ action: JSONActionNode, in child: JSONReducer) -> JSONError? {
    do {
      guard let inner = try descend(action) else { return nil }
      return child.check(inner)?.below(self)
    } catch {
      return error
    }
  }

  /// The payload under the path; nil where it is another case.
  /// - Throws: where a member of the path's name stands beside others: an action is one case.
  func descend(_ action: JSONActionNode) throws(JSONError) -> JSONActionNode? {
    defer { withExtendedLifetime(self) {} }
    var here = action
    var depth = 0
    while depth < segments.count {
      guard let inner = here.payload(segments.baseAddress! + depth) else {
        // An action with one member is another case, and nothing else.
        if here.isOneCase { return nil }
        return try strangeCase(here.node, depth)
      }
      here = inner
      depth &+= 1
    }
    return here
  }

  @inline(never)
  private func strangeCase(
    _ node: JSONNode, _ depth: Int
  ) throws(JSONError) -> JSONActionNode? {
    let name = segments[depth]
    guard name.member(of: node) != nil else { return nil }
    throw JSONError(
      .decode, path: JSONPointer(keys: Array(names.prefix(depth))).text,
      message: "an action is one case: \"\(name.text)\" stands beside other members")
  }
}

extension JSONSlotActionOptic {
  /// - Parameter shape: what the slot needs of a state that it presents.
  func misfit(
    _ action: JSONActionNode, in child: JSONReducer, presenting shape: JSONShape
  ) -> JSONError? {
    do {
      guard let slot = try path.descend(action) else { return nil }
      return misfit(slot: slot, in: child, shape)?.below(path)
    } catch {
      return error
    }
  }

  private func misfit(
    slot: JSONActionNode, in child: JSONReducer, _ shape: JSONShape
  ) -> JSONError? {
    let node = slot.node
    if node.pointee.type == JSON_OBJECT, let inner = slot.payload(presentedStep) {
      guard inner.node.pointee.type == JSON_STRING || inner.node.pointee.type == JSON_OBJECT else {
        return JSONError(.decode, path: "/presented", message: "expected an action of the child")
      }
      return child.check(inner)?.below(JSONPointer.root.appending("presented"))
    }
    if Self.dismiss.payload(of: node) != nil { return nil }
    if let what = Self.present.payload(of: node), takesPresent {
      return misfit(present: what, shape)
    }
    return .expected(
      oneOf: takesPresent ? ["dismiss", "present", "presented"] : ["dismiss", "presented"],
      insteadOf: node)
  }

  private func misfit(present what: JSONNode, _ shape: JSONShape) -> JSONError? {
    if what.pointee.type == JSON_NULL { return nil }
    guard what.pointee.type == JSON_OBJECT else {
      return JSONError(.decode, path: "/present", message: "expected {\"id\", \"state\"}")
    }
    var error: JSONError?
    what.forEachMember { key, value in
      switch String(decoding: key, as: UTF8.self) {
      case "id" where value.pointee.type == JSON_NULL:
        return true
      case "state":
        error = shape.misfit(here: value)?.error
          .below(JSONPointer(keys: ["present", "state"]))
        return error == nil
      case "id":
        guard let text = JSON(borrowing: value).string else {
          error = .expected("text", found: value, path: "/present/id")
          break
        }
        if PresentationID(given: text) != nil { return true }
        error = JSONError(
          .decode, path: "/present/id",
          message: "an id has no zero character; found \(text.debugDescription)")
      case let other:
        error = JSONError(
          .decode, path: JSONPointer.root.appending("present").appending(other).text,
          message: "expected id or state here")
      }
      return false
    }
    return error
  }
}

extension JSONError {
  /// The same, seen from outside a part at `pointer`.
  func below(_ pointer: JSONPointer) -> JSONError {
    JSONError(kind, position: position, path: pointer.text + path, message: message)
  }

  func below(_ cases: JSONCasePath) -> JSONError {
    below(cases.pointer)
  }
}
