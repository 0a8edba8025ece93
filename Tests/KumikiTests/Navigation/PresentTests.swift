import Kumiki
import Testing

/// How a presentation begins: by a write of the parent, or by an action of the legacy dialect.
@Suite struct PresentTests {
  @Test("D20: a parent step that fills the slot presents", arguments: Dialect.allCases)
  func filling(_ dialect: Dialect) throws {
    let sheet = try SheetFixture(dialect)
    sheet.send(.assign(.counter(count: 1)))
    #expect(sheet.id != nil)
    sheet.counter(.inc)
    #expect(sheet.destination == .counter(count: 2))
    sheet.counter(.startTimer)
    try sheet.advance(seconds: 1)
    #expect(sheet.destination == .counter(count: 3))
    #expect(sheet.codes == [])
  }

  @Test("D21: present fills the slot before the parent, which may change it")
  func present() throws {
    var seen: [Sheet.Destination.State?] = []
    let sheet = try SheetFixture(.seed) { state, action in
      guard case .destination(.present) = action else { return .none }
      seen.append(state.destination)
      state.$destination[case: \.counter]?.count += 1
      return .none
    }
    sheet.send(.present(id: "mine", .counter(count: 4)))
    #expect(seen == [.counter(count: 4)])
    #expect(sheet.destination == .counter(count: 5))
    #expect(sheet.id == "mine")
    sheet.counter(.inc)
    #expect(sheet.destination == .counter(count: 6))
  }

  @Test("D22: present without an id takes one from the uuid dependency when the action is made")
  func presentWithoutID() throws {
    let sheet = try SheetFixture(.seed) { _, action in
      guard action == .custom("go") else { return .none }
      let first = Sheet.Action.destination(.present(.counter(count: 1)))
      let second = Sheet.Action.destination(.present(.counter(count: 2)))
      return .merge(.send(second), .send(first))
    }
    sheet.send(.custom("go"))
    #expect(
      sheet.actions == [
        .custom("go"),
        .present(id: "00000000-0000-0000-0000-000000000001", .counter(count: 2)),
        .present(id: "00000000-0000-0000-0000-000000000000", .counter(count: 1)),
      ])
    #expect(sheet.id == "00000000-0000-0000-0000-000000000000")

    let fixed = withDependencies {
      $0.uuid = .constant(UniqueID(high: 0, low: 0xAB))
    } operation: {
      Sheet.Action.destination(.present(.counter(count: 3)))
    }
    sheet.send(fixed)
    #expect(sheet.id == "00000000-0000-0000-0000-0000000000ab")
  }

  @Test("D90: no id is generated that an action gave")
  func givenIDs() throws {
    let sheet = try SheetFixture(.seed)
    sheet.send(.present(id: "1", .counter(count: 1)))
    sheet.send(.present(id: "0", .counter(count: 2)))
    sheet.send(.assign(nil))
    sheet.send(.assign(.counter(count: 3)))
    #expect(sheet.id == "2")
    sheet.send(.present(id: "1", .counter(count: 4)))
    sheet.send(.assign(nil))
    sheet.send(.assign(.counter(count: 5)))
    #expect(sheet.id == "3")
  }

  @Test("D23: present without a state lets the parent provide one, under a generated id")
  func hydration() throws {
    var seen: [Sheet.Destination.State?] = []
    let sheet = try SheetFixture(.seed) { state, action in
      guard case .destination(.present(_, nil)) = action else { return .none }
      seen.append(state.destination)
      state.destination = .counter(count: 0)
      return .none
    }
    sheet.send(.present(id: "asked", nil))
    #expect(seen == [nil])
    #expect(sheet.destination == .counter(count: 0))
    #expect(sheet.id?.description == "0")
    #expect(sheet.codes == [])
  }

  @Test("D24: present without a state that the parent ignores is an issue")
  func notHydrated() throws {
    let sheet = try SheetFixture(.seed)
    sheet.send(.present(id: "asked", nil))
    #expect(sheet.codes == [.presentNotHydrated])
    #expect(sheet.issues.first?.actionCase?.hasPrefix("destination.present") == true)
    #expect(sheet.destination == nil)
    #expect(sheet.state.log == [.present(id: "asked", nil)])
  }

  @Test("D25: present under another id is a fresh presentation, even of an equal state")
  func presentOverAnother() throws {
    let sheet = try SheetFixture(.seed)
    sheet.send(.present(id: "one", .counter(count: 0)))
    sheet.counter(.startTimer)
    sheet.send(.present(id: "two", .counter(count: 0)))
    #expect(sheet.id == "two")
    #expect(sheet.destination == .counter(count: 0))
    try expectQuiet(sheet)
  }

  @Test("D25: present under the same id replaces the state, and effects live on")
  func presentUnderTheSameID() throws {
    let sheet = try SheetFixture(.seed)
    sheet.send(.present(id: "two", .counter(count: 0)))
    sheet.counter(.startTimer)
    sheet.send(.present(id: "two", .counter(count: 40)))
    #expect(sheet.id == "two")
    try sheet.advance(seconds: 1)
    #expect(sheet.destination == .counter(count: 41))

    // The id says which presentation it is, even where the case says otherwise.
    sheet.send(.present(id: "two", .animations("red")))
    #expect(sheet.id == "two")
    #expect(sheet.store.effectCount == 1)
    sheet.send(.present(id: "two", .counter(count: 7)))
    try sheet.advance(seconds: 1)
    #expect(sheet.destination == .counter(count: 8))
    #expect(sheet.codes == [])
  }

  @Test("D26: two slots of one parent are independent")
  func twoSlots() throws {
    let host = try StoreFixture(
      CounterHost.State(counter: Counter.State(), other: Counter.State())
    ) { CounterHost() }
    #expect(host.state.$counter.id != host.state.$other.id)
    host.send(.counter(.presented(.startTimer)))
    host.send(.other(.presented(.startTimer)))
    try host.advance(seconds: 1)
    host.send(.counter(.dismiss))
    #expect(host.state.counter == nil)
    #expect(host.store.effectCount == 1)
    try host.advance(seconds: 1)
    #expect(host.state.other?.count == 2)
    #expect(host.codes == [])
  }

  @Test("D27: a parent may match on the id of present, which is part of the action")
  func matchingOnID() throws {
    let sheet = try SheetFixture(.seed) { state, action in
      if case .destination(.present(id: "login", _)) = action {
        state.destination = .counter(count: 1)
      }
      return .none
    }
    sheet.send(.present(id: "other", .animations("red")))
    #expect(sheet.destination == .animations("red"))
    sheet.send(.present(id: "login", nil))
    #expect(sheet.destination == .counter(count: 1))
    #expect(
      Sheet.Action.present(id: "login", .counter(count: 1))
        != .present(id: "other", .counter(count: 1)))
    #expect(
      Sheet.Action.present(id: "login", .counter(count: 1))
        == .present(id: "login", .counter(count: 1)))
  }
}
