import Kumiki
import Testing

/// The presentation rules that apply only to Swift: states restored as a whole, writes through case paths, ids of
/// the `uuid` dependency. The rest is in Tests/Scenarios/presentation.
@Suite struct SlotIdentityTests {
  @Test("D11: a state restored as a whole is the same presentation", arguments: Dialect.allCases)
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

  @Test("D14: writing to the presented case succeeds", arguments: Dialect.allCases)
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

  @Test("D60: cancelling waits only for the end of the step", arguments: Dialect.allCases)
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
}
