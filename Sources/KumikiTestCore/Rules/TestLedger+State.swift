package import Kumiki

// Expectations of the state.

extension TestLedger {
  /// Checks a statement about the state without an action.
  ///
  /// - Parameter positions: where the generators are.
  package func check(
    _ expect: Expectation, positions: GeneratorPositions, at site: Site
  ) -> [Failure] {
    var expected = state
    do { try positions.rehearse { try expect(&expected) } } catch {
      return [failure(texts.expectationThrew(nil, error), site)]
    }
    if expected == state { return [] }
    return [failure(texts.untrue(expected, state), site)]
  }

  /// Compares the state after an action with the expected one, and continues from the real one.
  func judge(_ handled: Handled, _ expect: Expectation?, _ site: Site) -> [Failure] {
    let base = state
    // At the end, since the expectation may read the state that was asserted so far.
    defer { state = handled.state }
    do {
      return isExhaustive
        ? try judgeAll(handled, base, expect, site) : try judgePart(handled, base, expect, site)
    } catch {
      return [failure(texts.expectationThrew(handled.action, error), site)]
    }
  }

  /// Exhaustive: the expectation edits the state before the action into the one after it.
  private func judgeAll(
    _ handled: Handled, _ base: State, _ expect: Expectation?, _ site: Site
  ) throws -> [Failure] {
    let action = handled.action
    guard let expect else {
      if base == handled.state { return [] }
      return [failure(texts.unexpectedChange(action, base, handled.state), site)]
    }
    var expected = base
    try handled.positions.rehearse { try expect(&expected) }
    if expected != handled.state {
      return [failure(texts.mismatch(action, expected, handled.state), site)]
    }
    if base == handled.state, !handled.wroteShared {
      return [failure(texts.noChange(action), site)]
    }
    return []
  }

  /// Not exhaustive: applied to the state after the action, the expectation must change nothing.
  private func judgePart(
    _ handled: Handled, _ base: State, _ expect: Expectation?, _ site: Site
  ) throws -> [Failure] {
    var expected = handled.state
    if let expect {
      try handled.positions.rehearse { try expect(&expected) }
      if expected != handled.state {
        return [failure(texts.mismatch(handled.action, expected, handled.state), site)]
      }
    }
    guard showsSkipped else { return [] }
    var stated = base
    if let expect { try handled.positions.rehearse { try expect(&stated) } }
    if stated == handled.state { return [] }
    return omission(texts.unstated(handled.action, stated, handled.state), site)
  }
}
