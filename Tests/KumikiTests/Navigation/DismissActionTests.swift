import Kumiki
import Testing

/// The `dismiss` action of a slot.
@Suite struct DismissActionTests {
  @Test(
    "D50: the parent still sees the child, then the slot is null and its effects end",
    arguments: Dialect.allCases)
  func dismiss(_ dialect: Dialect) throws {
    var seen: [Sheet.Destination.State?] = []
    let sheet = try SheetFixture(dialect, .counter(count: 0)) { state, action in
      if action == .dismiss { seen.append(state.destination) }
      return .none
    }
    sheet.counter(.startTimer)
    try sheet.advance(seconds: 2)
    sheet.send(.dismiss)
    #expect(seen == [.counter(count: 2)])
    #expect(sheet.destination == nil)
    #expect(sheet.codes == [])
    try expectQuiet(sheet)
  }

  @Test("D51: a replacement made while handling dismiss stays in modern and goes in the seed")
  func replacement() throws {
    for dialect in Dialect.allCases {
      let sheet = try SheetFixture(dialect, .counter(count: 0)) { state, action in
        if action == .dismiss { state.destination = .animations("red") }
        return .none
      }
      sheet.counter(.startTimer)
      sheet.send(.dismiss)
      #expect(sheet.destination == (dialect == .modern ? .animations("red") : nil), "\(dialect)")
      #expect(sheet.codes == [], "\(dialect)")
      try expectQuiet(sheet)
    }
  }

  @Test(
    "D51: the same presentation, written while handling dismiss, goes", arguments: Dialect.allCases)
  func sameIdentity(_ dialect: Dialect) throws {
    let sheet = try SheetFixture(dialect, .counter(count: 0)) { state, action in
      if action == .dismiss { state.destination = .counter(count: 9) }
      return .none
    }
    sheet.counter(.startTimer)
    sheet.send(.dismiss)
    #expect(sheet.destination == nil)
    try expectQuiet(sheet)
  }

  @Test(
    "D52: dismiss with nothing presented is an issue, and the parent runs",
    arguments: Dialect.allCases)
  func nothingPresented(_ dialect: Dialect) throws {
    let sheet = try SheetFixture(dialect)
    sheet.send(.dismiss)
    #expect(sheet.codes == [.absentDestination])
    #expect(sheet.issues.first?.actionCase == "destination.dismiss")
    #expect(sheet.state.log == [.dismiss])
  }

  @Test(
    "D53: a parent that nulls the slot itself while handling dismiss raises nothing",
    arguments: Dialect.allCases)
  func nulledByTheParent(_ dialect: Dialect) throws {
    var endings = 0
    let sheet = try SheetFixture(
      dialect, .counter(count: 0),
      answer: { state, action in
        if action == .dismiss { state.destination = nil }
        return .none
      },
      child: { _, action in
        guard action == .counter(.set(1)) else { return .none }
        return .start { _ in { endings += 1 } }
      })
    sheet.counter(.startTimer)
    sheet.counter(.set(1))
    sheet.send(.dismiss)
    #expect(sheet.destination == nil)
    #expect(sheet.codes == [])
    #expect(endings == 1)
    try expectQuiet(sheet)
    #expect(endings == 1)
  }
}
