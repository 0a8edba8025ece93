import Kumiki
import Testing

/// Actions of what is presented: who runs, in which order, and what comes of a misdirected one.
@Suite struct ChildActionTests {
  @Test("D30: the child runs first and the parent sees its result", arguments: Dialect.allCases)
  func order(_ dialect: Dialect) throws {
    var seen: [Sheet.Destination.State?] = []
    let sheet = try SheetFixture(dialect, .counter(count: 0)) { state, action in
      if action == .counter(.set(1)) { seen.append(state.destination) }
      return .none
    }
    sheet.counter(.set(1))
    #expect(seen == [.counter(count: 1)])
    #expect(sheet.destination == .counter(count: 1))
  }

  @Test(
    "D31: what an effect of the child sends comes back addressed to it", arguments: Dialect.allCases
  )
  func effects(_ dialect: Dialect) throws {
    let sheet = try SheetFixture(dialect, .counter(count: 0))
    sheet.counter(.incAfter(1))
    try sheet.advance(seconds: 1)
    #expect(sheet.timeline == [at(0, .counter(.incAfter(1))), at(1, .counter(.inc))])
    #expect(sheet.destination == .counter(count: 1))
  }

  @Test(
    "D32: an action for nothing is an issue; the modern parent runs, the seed's does not",
    arguments: Dialect.allCases)
  func nothingPresented(_ dialect: Dialect) throws {
    var childRuns = 0
    let sheet = try SheetFixture(
      dialect,
      child: { _, _ in
        childRuns += 1
        return .none
      })
    sheet.counter(.inc)
    #expect(sheet.codes == [.absentDestination])
    #expect(sheet.issues.first?.actionCase == "destination.presented.counter.inc")
    #expect(childRuns == 0)
    #expect(sheet.destination == nil)
    #expect(sheet.state.log == (dialect == .modern ? [.counter(.inc)] : []))
  }

  @Test("D33: an action that is not the slot's runs only the parent", arguments: Dialect.allCases)
  func otherActions(_ dialect: Dialect) throws {
    var childRuns = 0
    let sheet = try SheetFixture(
      dialect, .counter(count: 3),
      child: { _, _ in
        childRuns += 1
        return .none
      })
    let id = sheet.id
    sheet.send(.noop)
    #expect(childRuns == 0)
    #expect(sheet.state.log == [.noop])
    #expect(sheet.destination == .counter(count: 3))
    #expect(sheet.id == id)

    // Such an action may end the presentation all the same.
    sheet.counter(.startTimer)
    sheet.send(.clear)
    #expect(childRuns == 1)
    try expectQuiet(sheet)
  }

  @Test(
    "D34: an action for another case is an issue, the slot stays and the parent runs",
    arguments: Dialect.allCases)
  func wrongCase(_ dialect: Dialect) throws {
    let sheet = try SheetFixture(dialect, .animations("white"))
    let id = sheet.id
    sheet.counter(.inc)
    #expect(sheet.codes == [.wrongCase])
    #expect(sheet.issues.first?.actionCase == "destination.presented.counter.inc")
    #expect(sheet.destination == .animations("white"))
    #expect(sheet.id == id)
    #expect(sheet.state.log == [.counter(.inc)])
  }
}
