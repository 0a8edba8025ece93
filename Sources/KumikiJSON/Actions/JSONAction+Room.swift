internal import CJansson

extension JSONReducer {
  /// Why a store of this reducer does not take an action in: a part of it that does not fit, or a
  /// stack that is too short for it. Nil where nothing is in the way.
  package func refusal(of action: JSONNode) -> JSONError? {
    JSONActionReading.of(action) { refusal(of: $0) }
  }

  /// The same for one that was looked through.
  func refusal(of reading: JSONActionReading) -> JSONError? {
    hasRoom(for: reading) ? check(reading.action) : .stackExhausted()
  }

  /// The same for one on its way through the operators, which a reader hands on.
  func refusal(of action: JSONAction) -> JSONError? {
    if !nesting.isShallow, !JSONActionReading.of(action.node, { hasRoom(for: $0) }) {
      return .stackExhausted()
    }
    return check(action.at)
  }

  /// Whether this thread has so much stack left. Asked before anything runs, since a step that has begun
  /// cannot be taken back.
  private func hasRoom(for reading: JSONActionReading) -> Bool {
    takesForGranted(reading) || StackRoom.has(nesting.room(cases: reading.caseDepth))
  }

  private func takesForGranted(_ reading: JSONActionReading) -> Bool {
    nesting.isShallow && reading.isShallow
  }

  /// True for an action that needs no more stack here than is taken for granted.
  package func isShallow(_ action: JSONNode) -> Bool {
    JSONActionReading.of(action) { takesForGranted($0) }
  }
}

extension JSONActionReading {
  /// How many cases stand inside each other. A payload may look like one and is counted then.
  fileprivate var caseDepth: Int { rest.isContainer ? cases + Self.caseDepth(of: rest) : cases }

  /// True where handling the action takes no more stack than is taken for granted.
  ///
  /// Each case in it may be an operator that runs the child in the case, further down the stack.
  fileprivate var isShallow: Bool { caseDepth <= StackRoom.casesForGranted }

  private static func caseDepth(of value: JSONNode) -> Int {
    var depth = 0
    var node = value
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

  /// As ``JSONMeasure/check(_:limits:)``.
  func checkSize() throws(JSONError) {
    // Cases inside each other with nothing large in them are as deep as they are many.
    guard rest.isContainer || cases >= JSONLimits.standard.depth else { return }
    try JSONMeasure.check(action.node)
  }
}
