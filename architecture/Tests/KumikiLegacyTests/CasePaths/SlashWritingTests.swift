import KumikiLegacy
import KumikiTesting
import Testing

private enum Screen: Equatable {
  case number(Int)
  case text(String)
}

@Suite struct SlashWritingTests {
  @Test func `Y31: a payload is changed in place by its path, in an optional too`() throws {
    var screen = Screen.number(1)
    try (/Screen.number).modify(&screen) { $0 += 1 }
    #expect(screen == .number(2))
    var some: Screen? = screen
    let text = try (/Screen.number).modify(&some) { number in
      number = 3
      return "\(number)"
    }
    #expect(text == "3")
    #expect(some == .number(3))
  }

  @Test func `Y31: of another case, or of nothing, it throws and changes nothing`() {
    var screen = Screen.number(1)
    var none: Screen?
    #expect(throws: OtherCase.self) { try (/Screen.text).modify(&screen) { $0 += "!" } }
    #expect(throws: OtherCase.self) { try (/Screen.text).modify(&none) { $0 += "!" } }
    #expect(screen == .number(1))
    #expect(none == nil)
  }

  @Test("Y31: a slot's payload and that of a path's element are written by the path of a case")
  func slots() {
    var slot = PresentationState<Screen>(wrappedValue: .number(42))
    slot[case: /Screen.number]? += 1
    #expect(slot.wrappedValue == .number(43))
    slot[case: /Screen.number] = nil
    #expect(slot.wrappedValue == nil)

    var path = StackState<Screen>([.text("a")])
    let id = path.ids[0]
    path[id: id, case: /Screen.text]?.append("b")
    #expect(path[id: id] == .text("ab"))
    #expect(path[id: id, case: /Screen.number] == nil)
    path[id: id, case: /Screen.text] = nil
    #expect(path.isEmpty)
  }
}
