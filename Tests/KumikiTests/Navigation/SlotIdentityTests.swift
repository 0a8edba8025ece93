import Kumiki
import Testing

/// When a presentation begins, goes on and ends, by what is written into its slot.
@Suite struct SlotIdentityTests {
  @Test("D2: ids count from 0 in each store, and null takes none", arguments: Dialect.allCases)
  func countedIDs(_ dialect: Dialect) throws {
    let sheet = try SheetFixture(dialect, .counter(count: 0))
    #expect(sheet.id?.description == "0")
    sheet.send(.clear)
    sheet.send(.clear)
    sheet.send(.assign(nil))
    #expect(sheet.id == nil)
    sheet.send(.assign(.counter(count: 0)))
    #expect(sheet.id?.description == "1")
    sheet.send(.clear)
    sheet.send(.assign(.animations("red")))
    #expect(sheet.id?.description == "2")

    let other = try SheetFixture(dialect)
    other.send(.assign(.counter(count: 0)))
    #expect(other.id?.description == "0")
  }

  @Test("D3: the same case keeps the id and the effects", arguments: Dialect.allCases)
  func sameCase(_ dialect: Dialect) throws {
    let sheet = try SheetFixture(dialect, .counter(count: 1))
    let id = sheet.id
    sheet.counter(.startTimer)
    sheet.send(.assign(.counter(count: 9)))
    #expect(sheet.id == id)
    try sheet.advance(seconds: 1)
    #expect(sheet.destination == .counter(count: 10))
  }

  @Test("D4: another case is a new id and ends the effects", arguments: Dialect.allCases)
  func otherCase(_ dialect: Dialect) throws {
    let sheet = try SheetFixture(dialect, .counter(count: 0))
    let id = sheet.id
    sheet.counter(.startTimer)
    #expect(sheet.store.effectCount == 1)
    sheet.send(.assign(.animations("white")))
    #expect(sheet.id != nil)
    #expect(sheet.id != id)
    try expectQuiet(sheet)
  }

  @Test("D5: a presented struct keeps id and effects whatever is assigned")
  func structState() throws {
    let host = try StoreFixture(CounterHost.State(counter: Counter.State())) { CounterHost() }
    let id = host.state.$counter.id
    host.send(.counter(.presented(.startTimer)))
    host.send(.assign(Counter.State()))
    #expect(host.state.$counter.id == id)
    host.send(.assign(Counter.State(count: 5)))
    #expect(host.state.$counter.id == id)
    try host.advance(seconds: 1)
    #expect(host.state.counter?.count == 6)
  }

  @Test(
    "D6: null and the same value again in one step is a new presentation",
    arguments: Dialect.allCases)
  func nullBetween(_ dialect: Dialect) throws {
    let sheet = try SheetFixture(dialect, .counter(count: 0)) { state, action in
      guard action == .custom("flicker") else { return .none }
      let value = state.destination
      state.destination = nil
      state.destination = value
      return .none
    }
    let id = sheet.id
    sheet.counter(.startTimer)
    sheet.send(.custom("flicker"))
    #expect(sheet.destination == .counter(count: 0))
    #expect(sheet.id != nil)
    #expect(sheet.id != id)
    try expectQuiet(sheet)
  }

  @Test("D7: the child's own steps keep the id", arguments: Dialect.allCases)
  func childSteps(_ dialect: Dialect) throws {
    let sheet = try SheetFixture(dialect, .counter(count: 0))
    let id = sheet.id
    for _ in 0..<10 {
      sheet.counter(.inc)
      #expect(sheet.id == id)
    }
    #expect(sheet.destination == .counter(count: 10))
  }

  @Test(
    "D7: a child that moves to another case is another presentation", arguments: Dialect.allCases)
  func childMoves(_ dialect: Dialect) throws {
    let sheet = try SheetFixture(
      dialect, .counter(count: 0),
      child: { state, action in
        if action == .counter(.set(7)) { state = .animations("blue") }
        return .none
      })
    let id = sheet.id
    sheet.counter(.startTimer)
    sheet.counter(.set(7))
    #expect(sheet.destination == .animations("blue"))
    #expect(sheet.id != nil)
    #expect(sheet.id != id)
    try expectQuiet(sheet)
  }

  @Test(
    "D8: null in place dismisses and a value in place presents", arguments: Dialect.allCases)
  func inPlace(_ dialect: Dialect) throws {
    func set(_ value: inout Sheet.Destination.State?, to new: Sheet.Destination.State?) {
      value = new
    }
    let sheet = try SheetFixture(dialect, .counter(count: 0)) { state, action in
      if action == .custom("null") { set(&state.destination, to: nil) }
      if action == .custom("fill") { set(&state.destination, to: .counter(count: 3)) }
      return .none
    }
    let id = sheet.id
    sheet.counter(.startTimer)
    sheet.send(.custom("null"))
    #expect(sheet.destination == nil)
    #expect(sheet.id == nil)
    try expectQuiet(sheet)

    sheet.send(.custom("fill"))
    #expect(sheet.id != nil)
    #expect(sheet.id != id)
    sheet.counter(.inc)
    #expect(sheet.destination == .counter(count: 4))
    #expect(sheet.codes == [])
  }

  @Test("D9: another id of the payload ends the effects of the first", arguments: Dialect.allCases)
  func payloadID(_ dialect: Dialect) throws {
    let sheet = try SheetFixture(dialect, .item(id: 1))
    let id = sheet.id
    sheet.send(.presented(.item(.startTimer)))
    sheet.send(.assign(.item(id: 1, count: 5)))
    #expect(sheet.id == id)
    try sheet.advance(seconds: 1)
    #expect(sheet.destination == .item(id: 1, count: 6))

    sheet.send(.assign(.item(id: 2, count: 6)))
    #expect(sheet.id != id)
    try expectQuiet(sheet)
  }

  @Test("D11: a state put back as a whole is the presentation it was", arguments: Dialect.allCases)
  func wholeState(_ dialect: Dialect) throws {
    let sheet = try SheetFixture(dialect, .counter(count: 0)) { state, action in
      if action == .custom("there and back") {
        let before = state
        state.destination = .animations("white")
        state = before
      }
      if action == .custom("away") { state = Sheet.State(destination: .animations("white")) }
      return .none
    }
    let id = sheet.id
    sheet.counter(.startTimer)
    sheet.send(.custom("there and back"))
    #expect(sheet.id == id)
    try sheet.advance(seconds: 1)
    #expect(sheet.destination == .counter(count: 1))

    sheet.send(.custom("away"))
    #expect(sheet.id != id)
    try expectQuiet(sheet)
  }

  @Test(
    "D14: writing to a case that is not presented is an issue and changes nothing",
    arguments: Dialect.allCases)
  func wrongCaseWrites(_ dialect: Dialect) throws {
    let sheet = try SheetFixture(dialect, .counter(count: 1)) { state, action in
      switch action {
      case .custom("write"): state.$destination[case: \.alert] = AlertState(title: "Sure?")
      case .custom("null"): state.$destination[case: \.alert] = nil
      case .custom("title"): state.$destination[case: \.alert]?.title = "Sure?"
      default: break
      }
      return .none
    }
    let id = sheet.id
    for (index, word) in ["write", "null", "title"].enumerated() {
      sheet.send(.custom(word))
      #expect(sheet.codes == Array(repeating: .writeWrongCase, count: index + 1), "\(word)")
      #expect(sheet.issues.last?.actionCase == "custom")
      #expect(sheet.destination == .counter(count: 1))
      #expect(sheet.id == id)
    }
  }

  @Test("D14: writing to the case that is presented goes through", arguments: Dialect.allCases)
  func rightCaseWrites(_ dialect: Dialect) throws {
    let sheet = try SheetFixture(dialect, .counter(count: 1)) { state, action in
      if action == .custom("write") { state.$destination[case: \.counter]?.count = 8 }
      if action == .custom("null") { state.$destination[case: \.counter] = nil }
      return .none
    }
    let id = sheet.id
    sheet.send(.custom("write"))
    #expect(sheet.destination == .counter(count: 8))
    #expect(sheet.state.$destination[case: \.counter]?.count == 8)
    #expect(sheet.state.$destination[case: \.alert] == nil)
    #expect(sheet.id == id)
    sheet.send(.custom("null"))
    #expect(sheet.destination == nil)
    #expect(sheet.codes == [])
  }
}
