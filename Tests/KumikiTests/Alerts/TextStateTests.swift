import Kumiki
import Testing

@Suite struct TextStateTests {
  @Test func `T1: a text state is joined from parts, each of which keeps its styles`() {
    let name = "Blob"
    let text = TextState("Delete ") + TextState(name).bold().italic() + TextState("?")
    #expect(text.runs == [.init("Delete "), .init("Blob", styles: [.bold, .italic]), .init("?")])
    #expect(String(state: text) == "Delete Blob?")
    #expect(text.underline().runs.allSatisfy { $0.styles.contains(.underline) })
  }

  @Test("T1: a style can be removed again", arguments: TextStyle.allCases)
  func style(_ style: TextStyle) {
    let text = TextState("a").style(style)
    #expect(text != "a")
    #expect(text.style(style, isActive: false) == "a")
  }

  @Test func `T1: text states are equal if they show the same, however they were made`() {
    let count = 2
    let same: [TextState] = [
      "2 items", "\(count) items", TextState("2 items"), TextState(verbatim: "2 items"),
      TextState("2 ") + TextState("") + TextState("items"), TextState("2 items!".dropLast()),
      TextState(key: "items") { _ in "2 items" }, TextState(runs: [.init("2 items")]),
    ]
    #expect(Set(same).count == 1)
    #expect(TextState("a").bold() != TextState("a").italic())
    #expect(TextState("a").bold() + TextState("b").bold() == TextState("ab").bold())
    #expect(TextState("").bold() == "")
  }

  @Test func `T9: a localized text is looked up when it is shown`() {
    let language = Record<String>()
    language("en")
    let text = TextState(key: "yes") { key in language.entries.last! + ":" + key }.bold()
    let copy = text
    #expect(text == TextState("en:yes").bold())
    language("ja")
    #expect(String(state: copy) == "ja:yes")
    #expect(text == copy && text != TextState("en:yes").bold())
  }
}
