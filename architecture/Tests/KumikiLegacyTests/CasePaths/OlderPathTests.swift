import KumikiLegacy
import Testing

private enum Screen: Equatable {
  case closed
  case number(Int)
  case page(Page)
}

private enum Page: Equatable {
  case title(String)
  case end
}

private enum Level: String { case low, high }

@Suite struct OlderPathTests {
  @Test func `Y33: a path is made of a constructor by its initializer too`() {
    #expect(AnyCasePath(Screen.number).extract(from: .number(3)) == 3)
    #expect(AnyCasePath(Screen.number).embed(4) == .number(4))
    #expect(AnyCasePath(Screen.closed).extract(from: .closed) != nil)
    #expect(AnyCasePath(Screen.closed).extract(from: .number(1)) == nil)
  }

  @Test func `Y33: a type's path leads to itself`() {
    #expect(AnyCasePath(Screen.self).extract(from: .number(1)) == .number(1))
    #expect(AnyCasePath(Screen.self).embed(.closed) == .closed)
  }

  @Test func `Y33: a path goes on by the constructor of a case`() {
    let title = /Screen.page .. Page.title
    #expect(title.embed("a") == .page(.title("a")))
    #expect(title.extract(from: .page(.end)) == nil)
    let screens = [Screen.page(.title("a")), .closed, .page(.end)]
    #expect(screens.compactMap(/Screen.page .. Page.title) == ["a"])
  }

  @Test func `Y33: an optional's value has a path, and so do a constant, a raw value and a text`() {
    #expect((/.some).extract(from: Int?.some(3)) == 3)
    #expect((/.some).embed(4) == Int?.some(4))
    #expect(AnyCasePath.constant(42).extract(from: ()) == 42)
    #expect(AnyCasePath<Int, Never>.never.extract(from: 1) == nil)
    #expect(AnyCasePath<String, Level>.rawValue.extract(from: "high") == .high)
    #expect(AnyCasePath<String, Level>.rawValue.embed(.low) == "low")
    #expect(AnyCasePath<String, Int>.description.extract(from: "12") == 12)
    #expect(AnyCasePath<String, Int>.description.embed(12) == "12")
  }
}
