import Kumiki
import Testing

/// What becomes of the effects of a presentation when it ends.
@Suite struct DismissalEffectsTests {
  @Test(
    "D60: whatever ends a presentation cancels its effects in the same burst",
    arguments: Dialect.allCases,
    [.clear, .swap, .dismiss, .assign(.item(id: 1)), .present(id: "new", .counter(count: 0))]
      as [Sheet.Action])
  func changedIdentity(_ dialect: Dialect, _ ending: Sheet.Action) throws {
    // Only the legacy dialect presents by an action.
    if dialect == .modern, case .destination(.present) = ending { return }
    let sheet = try SheetFixture(dialect, .counter(count: 0))
    sheet.counter(.startTimer)
    sheet.counter(.incAfter(3))
    try sheet.advance(seconds: 1)
    #expect(sheet.destination == .counter(count: 1))
    #expect(sheet.store.effectCount == 2)
    sheet.send(ending)
    #expect(sheet.codes == [])
    try expectQuiet(sheet)
  }

  @Test("D60: cancelling waits for nothing but the end of the step", arguments: Dialect.allCases)
  func sameBurst(_ dialect: Dialect) throws {
    var inFlight: [Int] = []
    let late = Late<SheetFixture>()
    let sheet = try SheetFixture(dialect, .counter(count: 0)) { _, action in
      if action == .noop { inFlight.append(late.value?.store.effectCount ?? -1) }
      return action == .clear ? .send(.noop) : .none
    }
    late.value = sheet
    sheet.counter(.startTimer)
    sheet.send(.clear)
    #expect(inFlight == [0])
  }

  @Test(
    "D61: the same id keeps effects, which deliver to the new value", arguments: Dialect.allCases)
  func sameIdentity(_ dialect: Dialect) throws {
    let sheet = try SheetFixture(dialect, .counter(count: 0))
    sheet.counter(.startTimer)
    try sheet.advance(seconds: 3)
    #expect(sheet.destination == .counter(count: 3))
    sheet.send(.assign(.counter(count: 0)))
    try sheet.advance(seconds: 1)
    #expect(sheet.destination == .counter(count: 1))
  }

  @Test(
    "D62: what the ending child sent at once is handled, what it began is cancelled",
    arguments: Dialect.allCases)
  func effectsOfTheLastStep(_ dialect: Dialect) throws {
    let sheet = try SheetFixture(
      dialect, .counter(count: 0),
      answer: { state, action in
        if action == .counter(.set(1)) { state.destination = nil }
        return .none
      },
      child: { _, action in
        guard action == .counter(.set(1)) else { return .none }
        return .merge(.send(.counter(.tick)), .after(seconds: 1, .counter(.inc)))
      })
    sheet.counter(.set(1))
    #expect(sheet.actions == [.counter(.set(1)), .counter(.tick)])
    #expect(sheet.codes == [.absentDestination])
    try expectQuiet(sheet)
  }

  enum Position: CaseIterable, Sendable { case before, after }

  /// A sheet with a reducer beside it that writes into the slot behind the operator's back.
  private func sheet(
    _ dialect: Dialect, _ position: Position, writing value: Sheet.Destination.State?
  ) throws -> SheetFixture {
    let outside = Reduce<Sheet.State, Sheet.Action> { state, action in
      if action == .custom("outside") {
        state.destination = nil
        state.destination = value
      }
      return .none
    }
    return try SheetFixture(Sheet.State(destination: .counter(count: 0))) {
      if position == .before { outside }
      Sheet.reducer(dialect)
      if position == .after { outside }
    }
  }

  @Test(
    "D63: a removal outside the operator is noticed by the next action at the latest",
    arguments: Dialect.allCases, Position.allCases)
  func removedOutside(_ dialect: Dialect, _ position: Position) throws {
    let sheet = try sheet(dialect, position, writing: nil)
    sheet.counter(.startTimer)
    sheet.send(.custom("outside"))
    #expect(sheet.destination == nil)
    sheet.send(.noop)
    #expect(sheet.codes == [])
    try expectQuiet(sheet)
  }

  @Test(
    "D64: so is a replacement outside the operator", arguments: Dialect.allCases,
    Position.allCases)
  func replacedOutside(_ dialect: Dialect, _ position: Position) throws {
    for value in [Sheet.Destination.State.animations("white"), .counter(count: 0)] {
      let sheet = try sheet(dialect, position, writing: value)
      sheet.counter(.startTimer)
      sheet.send(.custom("outside"))
      #expect(sheet.destination == value)
      sheet.send(.noop)
      #expect(sheet.destination == value)
      try expectQuiet(sheet)
    }
  }

  @Test("D65: effects of the parent are not touched by a dismissal", arguments: Dialect.allCases)
  func effectsOfTheParent(_ dialect: Dialect) throws {
    let sheet = try SheetFixture(dialect) { state, action in
      guard action == .custom("present") else { return .none }
      state.destination = .counter(count: 0)
      return .after(seconds: 2, .noop).cancellable(id: Counter.timerID)
    }
    sheet.send(.custom("present"))
    sheet.counter(.startTimer)
    sheet.send(.dismiss)
    #expect(sheet.store.effectCount == 1)
    try sheet.advance(seconds: 5)
    #expect(sheet.timeline.last == at(2, .noop))
    #expect(sheet.actions.filter { $0 == .counter(.tick) } == [])
  }

  @Test(
    "D66: an effect of a dismissed child delivers nothing and raises nothing",
    arguments: Dialect.allCases)
  func lateEffect(_ dialect: Dialect) throws {
    let sheet = try SheetFixture(
      dialect, .counter(count: 0),
      child: { _, action in
        guard action == .counter(.set(1)) else { return .none }
        return .run { send in
          await sleepDeafToCancellation(seconds: 1)
          await send(.counter(.inc))
        }
      })
    sheet.counter(.incAfter(1))
    sheet.counter(.set(1))
    try sheet.advance(seconds: 0.5)
    sheet.send(.dismiss)
    let count = sheet.actions.count
    try sheet.advance(seconds: 5)
    #expect(sheet.actions.count == count)
    #expect(sheet.codes == [])
  }
}
