internal import KumikiValues

extension JSONReducer {
  package func takes(_ action: JSONNode) -> Bool {
    JSONActionReading.of(action) { (try? checkParts(of: $0)) != nil }
  }

  /// - Parameter limits: evaluated only for a payload that is a container or a string.
  /// - Throws: the reason why a store of this reducer refuses an action.
  @inline(__always)
  func check(
    _ reading: JSONActionReading,
    within limits: @autoclosure () -> ValueLimits = .standard
  ) throws(JSONError) {
    try reading.checkSize(limits())
    guard reading.action.isOneCase || reading.action.node.mayBeAction else {
      throw shape.mismatch(ofNoCase: reading.action.node) ?? .notAnAction
    }
    try checkParts(of: reading)
  }

  /// - Throws: if a part of an action does not match, or the stack is too small for it.
  @inline(__always)
  func checkParts(of reading: JSONActionReading) throws(JSONError) {
    guard hasStack(for: reading) else { throw .stackExhausted() }
    try heldShape.check(reading.action)
  }

  /// Checks the parts of an action that a dynamic reducer passes on.
  func checkParts(of action: JSONAction) throws(JSONError) {
    guard nesting.isShallow || JSONActionReading.of(action.node, { hasStack(for: $0) }) else {
      throw .stackExhausted()
    }
    try shape.check(action.at)
  }

  /// Whether this thread has enough stack. Checked before anything runs, because a step that has started cannot
  /// be undone.
  @inline(__always)
  private func hasStack(for reading: JSONActionReading) -> Bool {
    let depth = reading.caseDepth
    return isShallow(depth) || StackBudget.has(nesting.stackBytes(cases: depth))
  }

  /// Each case may belong to an operator that runs the child further down the stack.
  @inline(__always)
  private func isShallow(_ caseDepth: Int) -> Bool {
    nesting.isShallow && caseDepth <= StackBudget.casesForGranted
  }

  /// Whether an action needs no more stack than is always assumed to be available.
  package func isShallow(_ action: JSONNode) -> Bool {
    JSONActionReading.of(action) { isShallow($0.caseDepth) }
  }
}

extension JSONActionReading {
  /// The number of nested cases. A payload that looks like a case is counted too.
  @inline(__always)
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

  /// Makes the same checks as ``JSONMeasure/check(_:limits:)``.
  @inline(__always)
  func checkSize(_ limits: @autoclosure () -> ValueLimits) throws(JSONError) {
    // The measurement is skipped for nested cases with scalar payloads: their depth equals the number of cases,
    // which is already bounded.
    if rest.isContainer || cases >= JSONLimits.standard.depth
      || rest.isText && limits().bytes < .max
    {
      try JSONMeasure.check(action.node, limits: JSONLimits(limits()))
    }
  }
}
