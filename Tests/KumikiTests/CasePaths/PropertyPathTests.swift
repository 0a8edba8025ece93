import Kumiki
import Testing

@testable import KumikiCore

/// A state whose properties are stored, in wrappers and computed.
private struct Cupboard {
  struct Book: Equatable, Sendable {
    @BindingState var title = ""
    @PresentationState var note: Int?
    @PresentationState var other: Int?
    var pages = 0
  }

  var book = Book()
  var lent: Book?
  @PresentationState var shown: Book?
  @BindingState var filter = [1: "a"]
  @Shared(.inMemory("count")) var count = 0
  var size = (1, 2)
  var first: Book {
    get { book }
    set { book = newValue }
  }
}

private struct Chamber<Content> {
  struct State {
    var content: Content
    @PresentationState var door: Content?
  }
}

@Suite struct PropertyPathTests {
  private func text(_ path: AnyKeyPath) -> String { PropertyPath(path).text }

  @Test func `X62: stored properties, what is in an optional, and the whole`() {
    #expect(text(\Cupboard.book) == "\\Cupboard.book")
    #expect(text(\Cupboard.book.pages) == "\\Cupboard.book.pages")
    #expect(text(\Cupboard.lent?.pages) == "\\Cupboard.lent?.pages")
    #expect(text(\Cupboard.self) == "\\Cupboard.self")
  }

  @Test func `X62: a wrapper and its content, wherever they are on the way`() {
    #expect(text(\Cupboard.$shown) == "\\Cupboard.$shown")
    #expect(text(\Cupboard.shown) == "\\Cupboard.shown")
    #expect(text(\Cupboard.$filter) == "\\Cupboard.$filter")
    #expect(text(\Cupboard.$count) == "\\Cupboard.$count")
    #expect(text(\Cupboard.book.$title) == "\\Cupboard.book.$title")
    #expect(text(\Cupboard.lent?.title) == "\\Cupboard.lent?.title")
    #expect(text(\Cupboard.shown?.pages) == "\\Cupboard.shown?.pages")
    #expect(text(\Chamber<Int>.State.$door) == "\\State.$door")
    #expect(text(\Chamber<[Int: String]>.State.door) == "\\State.door")
  }

  @Test func `X62: an element of a tuple`() {
    #expect(text(\Cupboard.size.0) == "\\Cupboard.size.0")
  }

  @Test func `X62: if the path may mean several properties, all are named`() {
    #expect(text(\Cupboard.Book.$note) == "\\Book.$note|$other")
  }

  @Test func `X62: a computed property is named by its type, without an address`() {
    #expect(text(\Cupboard.first) == "\\Cupboard.(Book)")
    #expect(text(\Cupboard.first.pages) == "\\Cupboard.(Book).pages")
    #expect(!text(\[Int].[2]).contains("0x"))
  }
}
