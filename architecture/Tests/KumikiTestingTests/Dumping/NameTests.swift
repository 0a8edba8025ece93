import Kumiki
import KumikiTesting
import Testing

/// A basket with one of each wrapper, and a property whose name starts like the stored property of a wrapper.
private struct Basket: Reducer {
  struct Item: Equatable, Identifiable, Sendable {
    var id: Int
    @BindingState var count = 1
  }

  struct State: Equatable {
    @Shared(.inMemory("items")) var items: IdentifiedArrayOf<Item> = []
    @PresentationState var editor: Item?
    @BindingState var title = "new"
    var _own = 0
  }

  enum Action: Equatable { case fill }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    state.$items.withLock { $0 = [Item(id: 1)] }
    state.editor = Item(id: 2)
    state.title = "_title: kept"
    state._own = 1
    return .none
  }
}

@MainActor @Suite struct NameTests {
  @Test func `X62: a failure shows a property in a wrapper by the property's name`() async throws {
    let found = await messages {
      let store = TestStore(initialState: Basket.State()) { Basket() }
      await store.send(.fill)
    }
    let message = try #require(found.first)
    for line in ["items: [", "editor: nil", "title: \"new\"", "\"_title: kept\"", "_own: 1"] {
      #expect(message.contains(line), "\(line) in \(message)")
    }
    for line in ["_items", "_editor", "_title: \"", "_count"] {
      #expect(!message.contains(line), "\(line) in \(message)")
    }
  }
}
