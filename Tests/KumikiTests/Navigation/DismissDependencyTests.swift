import Kumiki
import Testing

/// Dismissal by the presented feature: the dependencies `dismiss` and `isPresented`.
@Suite struct DismissDependencyTests {
  @Test("D70: dismiss sends the dismiss action of the slot", arguments: Dialect.allCases)
  func dismiss(_ dialect: Dialect) throws {
    let sheet = try SheetFixture(dialect)
    sheet.send(.assign(.counter(count: 0)))
    sheet.counter(.startTimer)
    sheet.counter(.close)
    try sheet.settle()
    #expect(sheet.actions(after: 2) == [.counter(.close), .dismiss])
    #expect(sheet.destination == nil)
    #expect(sheet.codes == [])
    try expectQuiet(sheet)
  }

  /// A child whose step for `set` returns an effect with this body.
  private func sheet(
    _ dialect: Dialect, body: @escaping @Sendable (Send<Sheet.Destination.Action>) async -> Void
  ) throws -> SheetFixture {
    try SheetFixture(
      dialect, .counter(count: 0),
      child: { _, action in action == .counter(.set(0)) ? .run { await body($0) } : .none })
  }

  @Test(
    "D74: dismiss takes effect immediately, and later sends of the effect are dropped",
    arguments: Dialect.allCases)
  func atOnce(_ dialect: Dialect) throws {
    let late = Late<SheetFixture>()
    let after = Record<Bool>()
    let sheet = try sheet(dialect) { send in
      await DependencyValues.current.dismiss()
      // The call has returned: the parent has handled the dismissal, and this effect is over.
      after(late.value?.destination == nil)
      after(late.value?.actions.last == .dismiss)
      after(Task.isCancelled)
      await send(.counter(.inc))
    }
    late.value = sheet
    sheet.counter(.set(0))
    try sheet.settle()
    #expect(after.entries == [true, true, true])
    #expect(sheet.actions == [.counter(.set(0)), .dismiss])
    #expect(sheet.codes == [])
    try expectQuiet(sheet)
  }

  @Test("D75: a second call does nothing", arguments: Dialect.allCases)
  func twice(_ dialect: Dialect) throws {
    let sheet = try sheet(dialect) { _ in
      await DependencyValues.current.dismiss()
      await DependencyValues.current.dismiss()
    }
    sheet.counter(.set(0))
    try sheet.settle()
    #expect(sheet.actions == [.counter(.set(0)), .dismiss])
    #expect(sheet.codes == [])
  }

  @Test(
    "D75: a call after the presentation has ended for another reason does nothing",
    arguments: Dialect.allCases)
  func afterTheEnd(_ dialect: Dialect) throws {
    let calls = Record<Int>()
    let sheet = try sheet(dialect) { _ in
      await sleepDeafToCancellation(seconds: 1)
      await DependencyValues.current.dismiss()
      calls(1)
    }
    sheet.counter(.set(0))
    try sheet.advance(seconds: 0.5)
    sheet.send(.clear)
    try sheet.advance(seconds: 1)
    #expect(calls.entries == [1])
    #expect(sheet.actions == [.counter(.set(0)), .clear])
    #expect(sheet.codes == [])
  }

  @Test(
    "D76: a dismissal does not affect the presentation's replacement",
    arguments: Dialect.allCases,
    [.animations("white"), .counter(count: 5)] as [Sheet.Destination.State])
  func replaced(_ dialect: Dialect, _ replacement: Sheet.Destination.State) throws {
    let calls = Record<Int>()
    let sheet = try sheet(dialect) { _ in
      await sleepDeafToCancellation(seconds: 1)
      await DependencyValues.current.dismiss()
      calls(1)
    }
    sheet.counter(.set(0))
    try sheet.advance(seconds: 0.5)
    sheet.send(.clear)
    sheet.send(.assign(replacement))
    try sheet.advance(seconds: 1)
    #expect(calls.entries == [1])
    #expect(sheet.destination == replacement)
    #expect(sheet.actions == [.counter(.set(0)), .clear, .assign(replacement)])
    #expect(sheet.codes == [])
  }

  @Test("D77: isPresented is true in a running effect of a presented child, and false elsewhere")
  func isPresentedInEffects() throws {
    let seen = Record<Bool>()
    let sheet = try SheetFixture(
      .modern, .counter(count: 0),
      answer: { _, action in
        action == .noop ? .run { _ in seen(DependencyValues.current.isPresented) } : .none
      },
      child: { _, _ in .run { _ in seen(DependencyValues.current.isPresented) } })
    sheet.counter(.inc)
    try sheet.settle()
    sheet.send(.noop)
    try sheet.settle()
    #expect(seen.entries == [true, false])
  }
}
