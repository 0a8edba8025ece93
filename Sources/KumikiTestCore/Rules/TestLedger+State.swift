package import Kumiki

// Expectations about the state.

extension TestLedger {
  /// Checks a statement about the state without an action.
  ///
  /// - Parameter positions: those of the generators.
  package func check(
    _ expect: Expectation, positions: GeneratorPositions, at site: Site
  ) -> [Failure] {
    var expected = state
    let values = sharedBeforeQueue
    let stated = SharedView((isExhaustive ? tracker.asserted : values).entries)
    let actual = SharedView(values.entries)
    defer { acknowledge(values) }
    do { try stated.inForce { try positions.rehearse { try expect(&expected) } } } catch {
      return [failure(texts.expectationThrew(nil, error), site)]
    }
    let shared = differences(state, stated, actual, also: stated.written)
    if expected == state, shared.isEmpty { return [] }
    return [failure(texts.untrue(expected, state, shared), site)]
  }

  /// Compares the state after an action with the expected one, and continues from the real one.
  func judge(_ handled: Handled, _ expect: Expectation?, _ site: Site) -> [Failure] {
    let base = state
    // At the end, because the expectation may read the last asserted state.
    defer { move(to: handled) }
    do {
      return isExhaustive
        ? try judgeAll(handled, base, expect, site) : try judgePart(handled, base, expect, site)
    } catch {
      return [failure(texts.expectationThrew(handled.action, error), site)]
    }
  }

  /// The shared values known to the test, and those after an action.
  private func views(_ handled: Handled) -> (before: SharedSnapshot, after: SharedSnapshot) {
    let known = tracker.asserted
    return (known, known.overlaid(by: handled.shared))
  }

  /// Exhaustive: the expectation edits the state before the action into the one after it.
  private func judgeAll(
    _ handled: Handled, _ base: State, _ expect: Expectation?, _ site: Site
  ) throws -> [Failure] {
    let action = handled.action
    let values = views(handled)
    let (before, actual) = (SharedView(values.before.entries), SharedView(values.after.entries))
    guard let expect else {
      let shared = differences(handled.state, before, actual)
      if base == handled.state, shared.isEmpty { return [] }
      return [failure(texts.unexpectedChange(action, base, handled.state, shared), site)]
    }
    var expected = base
    let stated = SharedView(values.before.entries)
    try stated.inForce { try handled.positions.rehearse { try expect(&expected) } }
    let shared = differences(handled.state, stated, actual, also: stated.written)
    if expected != handled.state || !shared.isEmpty {
      return [failure(texts.mismatch(action, expected, handled.state, shared), site)]
    }
    let changed = differences(handled.state, before, actual, also: stated.written)
    if base == handled.state, changed.isEmpty, !handled.wroteShared {
      return [failure(texts.noChange(action), site)]
    }
    return []
  }

  /// Not exhaustive: applied to the state after the action, the expectation must change nothing.
  private func judgePart(
    _ handled: Handled, _ base: State, _ expect: Expectation?, _ site: Site
  ) throws -> [Failure] {
    var expected = handled.state
    let values = views(handled)
    let actual = SharedView(values.after.entries)
    if let expect {
      let stated = SharedView(values.after.entries)
      try stated.inForce { try handled.positions.rehearse { try expect(&expected) } }
      let shared = differences(handled.state, stated, actual, also: stated.written)
      if expected != handled.state || !shared.isEmpty {
        return [failure(texts.mismatch(handled.action, expected, handled.state, shared), site)]
      }
    }
    guard showsSkipped else { return [] }
    var stated = base
    let view = SharedView(values.before.entries)
    if let expect {
      try view.inForce { try handled.positions.rehearse { try expect(&stated) } }
    }
    let shared = differences(handled.state, view, actual, also: view.written)
    if stated == handled.state, shared.isEmpty { return [] }
    return omission(texts.unstated(handled.action, stated, handled.state, shared), site)
  }
}
