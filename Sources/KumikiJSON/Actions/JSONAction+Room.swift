internal import CJansson

extension JSONReducer {
  /// Why a store of this reducer does not take an action in: a part of it that does not fit, or a
  /// stack that is too short for it. Nil where nothing is in the way.
  package func refusal(of action: JSONNode) -> JSONError? {
    do throws(JSONError) {
      try JSONAction.requireRoom(for: action)
      return check(action)
    } catch {
      return error
    }
  }
}

extension JSONAction {
  /// True for an action that needs no more stack than is taken for granted.
  package static func isShallow(_ action: JSONNode) -> Bool {
    caseDepth(of: action) <= StackRoom.casesForGranted
  }

  /// Asks for the stack that reducing an action may take: each case in it may be an operator that
  /// runs the child in the case, further down the stack.
  ///
  /// Asked before anything runs, since a step that has begun cannot be taken back.
  /// - Throws: `tooDeep` where this thread has not so much left.
  fileprivate static func requireRoom(for action: JSONNode) throws(JSONError) {
    let cases = caseDepth(of: action)
    guard cases > StackRoom.casesForGranted else { return }
    guard StackRoom.has(cases * StackRoom.reducingLevel) else { throw .stackExhausted() }
  }

  /// How many cases stand inside each other. A payload may look like one and is counted then.
  private static func caseDepth(of action: JSONNode) -> Int {
    var depth = 0
    var node = action
    while node.pointee.type == JSON_OBJECT {
      if let inner = node.soleMember {
        node = inner
      } else if let inner = json_object_get(node, "action") {
        // {"id": ID, "action": ACTION}, of an element.
        node = inner
      } else {
        break
      }
      depth += 1
    }
    return depth
  }
}
