import KumikiLegacy
import Testing

/// A page opens another page, which opens another one.
private typealias Reducer = AnyReducer

@propertyWrapper
private struct OnHeap<Value: Equatable>: Equatable {
  private final class Storage {
    let value: Value
    init(_ value: Value) { self.value = value }
  }

  private var storage: Storage

  init(wrappedValue: Value) { storage = Storage(wrappedValue) }

  var wrappedValue: Value {
    get { storage.value }
    set { storage = Storage(newValue) }
  }

  static func == (left: Self, right: Self) -> Bool { left.wrappedValue == right.wrappedValue }
}

private struct PageState: Equatable {
  @OnHeap var note: NoteState? = nil
  var visits = 0
}

private enum PageAction: Equatable {
  indirect case note(NoteAction)
  case open
  case visitLater
  case visited
}

private struct NoteState: Equatable {
  var page = PageState()
  var isRead = false
}

private enum NoteAction: Equatable {
  case page(PageAction)
  case read
}

private struct Nowhere {}

extension AnyReducer {
  fileprivate static func recurse(_ reducer: @escaping (AnyReducer) -> AnyReducer) -> AnyReducer {
    var `self`: AnyReducer!
    self = AnyReducer { state, action, environment in
      reducer(self).run(&state, action, environment)
    }
    return self
  }
}

private let noteReducer = Reducer<NoteState, NoteAction, Nowhere> { state, action, _ in
  if action == .read { state.isRead = true }
  return .none
}

private let pageReducer = Reducer<PageState, PageAction, Nowhere>.recurse { (self) in
  .combine(
    .init { state, action, environment in
      switch action {
      case .note(.page(let inner)):
        guard state.note != nil else { return .none }
        return self.run(&state.note!.page, inner, environment).map { PageAction.note(.page($0)) }
      case .note: return .none
      case .open: state.note = NoteState()
      case .visitLater: return .task { .visited }
      case .visited: state.visits += 1
      }
      return .none
    },
    noteReducer.optional().pullback(
      state: \.note, action: /PageAction.note, environment: { _ in .init() })
  )
}

@MainActor @Suite struct RecursionTests {
  @Test func `Y7: a reducer that runs itself for its inner pages, effects and all`() throws {
    let pages = try LegacyFixture {
      Store(initialState: PageState(), reducer: pageReducer, environment: Nowhere(), loop: $0)
    }
    func inside(_ depth: Int, _ action: PageAction) -> PageAction {
      depth == 0 ? action : .note(.page(inside(depth - 1, action)))
    }
    for depth in 0..<20 { pages.send(inside(depth, .open)) }
    pages.send(inside(20, .visitLater))
    pages.send(inside(3, .note(.read)))
    try pages.loop.runUntilIdle(timeoutMilliseconds: 0)
    var page = pages.state
    for depth in 0..<20 {
      let note = try #require(page.note)
      #expect(note.isRead == (depth == 3))
      page = note.page
    }
    #expect(page.visits == 1 && page.note == nil && pages.codes == [])
  }
}
