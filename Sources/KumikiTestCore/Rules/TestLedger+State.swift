package import KumikiValues

// The rules for expectations about the state.

extension TestLedger {
  /// Checks an assertion about the state without an action.
  ///
  /// - Parameter positions: The positions of the generators.
  package func check(
    _ expect: @escaping Expectation, positions: GeneratorPositions, at site: Site
  ) -> [Failure] {
    let values = sharedBeforeQueue
    let actual = SharedView(values.entries)
    let known = isExhaustive ? tracker.asserted : values
    defer { acknowledge(values) }
    let (expected, stated): (State, SharedView)
    do { (expected, stated) = try statement(expect, of: state, known, positions) } catch {
      return [failure(texts.expectationThrew(nil, error), site)]
    }
    let shared = differences(state, stated, actual, also: stated.written)
    if expected == state, shared.isEmpty { return [] }
    return [failure(texts.untrue(expected, state, shared), site)]
  }

  /// Compares the state after an action with the expected state, and continues from the actual one.
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

  /// Applies an expectation to a state and to shared values.
  private func statement(
    _ expect: Expectation?, of state: State, _ values: SharedSnapshot,
    _ positions: GeneratorPositions
  ) throws -> (State, SharedView) {
    var stated = state
    let view = SharedView(values.entries)
    if let expect { try view.inForce { try positions.rehearse { try expect(&stated) } } }
    return (stated, view)
  }

  /// In an exhaustive test, the expectation edits the state before the action into the state after it.
  private func judgeAll(
    _ handled: Handled, _ base: State, _ expect: Expectation?, _ site: Site
  ) throws -> [Failure] {
    let (action, state, known) = (handled.action, handled.state, tracker.asserted)
    let actual = SharedView(known.overlaid(by: handled.shared).entries)
    let (expected, stated) = try statement(expect, of: base, known, handled.positions)
    let shared = differences(state, stated, actual, also: stated.written)
    if expected != state || !shared.isEmpty {
      let text = expect == nil ? texts.unexpectedChange : texts.mismatch
      return [failure(text(action, expected, state, shared), site)]
    }
    if expect == nil || base != state || handled.wroteShared { return [] }
    let before = SharedView(known.entries)
    if !differences(state, before, actual, also: stated.written).isEmpty { return [] }
    return [failure(texts.noChange(action), site)]
  }

  /// In a test that is not exhaustive, the expectation must change nothing when it is applied to the state after the
  /// action.
  private func judgePart(
    _ handled: Handled, _ base: State, _ expect: Expectation?, _ site: Site
  ) throws -> [Failure] {
    let (action, state, known) = (handled.action, handled.state, tracker.asserted)
    let after = known.overlaid(by: handled.shared)
    let actual = SharedView(after.entries)
    let (expected, view) = try statement(expect, of: state, after, handled.positions)
    let shared = differences(state, view, actual, also: view.written)
    if expect != nil, expected != state || !shared.isEmpty {
      return [failure(texts.mismatch(action, expected, state, shared), site)]
    }
    guard showsSkipped else { return [] }
    let (stated, before) = try statement(expect, of: base, known, handled.positions)
    let unstated = differences(state, before, actual, also: before.written)
    if stated == state, unstated.isEmpty { return [] }
    return omission(texts.unstated(action, stated, state, unstated), site)
  }
}
