extension JSONReducer {
  package func takes(_ action: JSONNode) -> Bool {
    JSONActionReading.of(action) { (try? checkParts(of: $0)) != nil }
  }

  /// - Throws: why a store of this reducer does not take an action in.
  @inline(__always)
  func check(_ reading: JSONActionReading) throws(JSONError) {
    let isSmall = nesting.isShallow && reading.isSmall
    if !isSmall { try reading.checkSize() }
    guard reading.action.isOneCase || reading.action.node.mayBeAction else {
      throw shape.mismatch(ofNoCase: reading.action.node) ?? .notAnAction
    }
    if isSmall { try heldShape.check(reading.action) } else { try checkParts(of: reading) }
  }

  /// - Throws: a part of an action that does not fit; or that the stack is too short for it.
  func checkParts(of reading: JSONActionReading) throws(JSONError) {
    guard hasRoom(for: reading) else { throw .stackExhausted() }
    try shape.check(reading.action)
  }

  /// Checks the parts of an action that a reader hands on, which is on its way through the operators.
  func checkParts(of action: JSONAction) throws(JSONError) {
    guard nesting.isShallow || JSONActionReading.of(action.node, { hasRoom(for: $0) }) else {
      throw .stackExhausted()
    }
    try shape.check(action.at)
  }

  /// Whether this thread has so much stack left. Asked before anything runs, since a step that has begun
  /// cannot be taken back.
  private func hasRoom(for reading: JSONActionReading) -> Bool {
    let depth = reading.caseDepth
    return isShallow(depth) || StackBudget.has(nesting.room(cases: depth))
  }

  /// Each case may be an operator that runs the child in the case, further down the stack.
  private func isShallow(_ caseDepth: Int) -> Bool {
    nesting.isShallow && caseDepth <= StackBudget.casesForGranted
  }

  /// True for an action that needs no more stack here than is taken for granted.
  package func isShallow(_ action: JSONNode) -> Bool {
    JSONActionReading.of(action) { isShallow($0.caseDepth) }
  }
}

extension JSONActionReading {
  /// There is nothing large in it, and it is not deep.
  @inline(__always)
  fileprivate var isSmall: Bool { !rest.isContainer && cases <= StackBudget.casesForGranted }

  /// How many cases stand inside each other. A payload may look like one and is counted then.
  fileprivate var caseDepth: Int {
    var depth = cases
    var node = rest
    while node.isObject,
      let inner = node.soleMember ?? JSONCase.action.member(of: node)
    {
      depth += 1
      node = inner
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
