import KumikiArchitecture

/// A tree of screens: one place in the state decides which of several screens is presented.
@Reducer
struct Inventory {
  @Reducer
  enum Destination {
    case add(ItemForm)
    case alert(AlertState<Alert>)
    case edit(ItemForm)
    @ReducerCaseIgnored
    case help(page: Int)

    @CasePathable
    enum Alert: Equatable {
      case confirmDeletion(id: Int)
    }
  }

  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
    var items: IdentifiedArrayOf<Item> = []
  }

  enum Action {
    case addButtonTapped
    case deleteButtonTapped(id: Int)
    case destination(PresentationAction<Destination.Action>)
    case dismissButtonTapped
    case helpButtonTapped
    case itemTapped(id: Int)
    case saveButtonTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addButtonTapped:
        let id = (state.items.map(\.id).max() ?? 0) + 1
        state.destination = .add(ItemForm.State(item: Item(id: id)))
        return .none

      case .deleteButtonTapped(let id):
        guard let item = state.items[id: id] else { return .none }
        state.destination = .alert(.deletion(of: item))
        return .none

      case .destination(.presented(.alert(.confirmDeletion(let id)))):
        state.items.remove(id: id)
        return .none

      case .destination(.presented(.edit(.delegate(.deleted(let id))))):
        state.items.remove(id: id)
        return .none

      case .destination:
        return .none

      case .dismissButtonTapped:
        state.destination = nil
        return .none

      case .helpButtonTapped:
        state.destination = .help(page: 1)
        return .none

      case .itemTapped(let id):
        guard let item = state.items[id: id] else { return .none }
        state.destination = .edit(ItemForm.State(item: item))
        return .none

      case .saveButtonTapped:
        switch state.destination {
        case .add(let form), .edit(let form):
          state.items.updateOrAppend(form.item)
          state.destination = nil
        case .alert, .help, .none:
          break
        }
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

extension Inventory.Destination.State: Equatable {}

struct Item: Equatable, Identifiable, Sendable {
  let id: Int
  var name = ""
  var quantity = 1
}

extension AlertState where Action == Inventory.Destination.Alert {
  static func deletion(of item: Item) -> Self {
    AlertState {
      TextState("Delete \(item.name)?")
    } actions: {
      ButtonState(role: .destructive, action: .confirmDeletion(id: item.id)) {
        TextState("Delete")
      }
    }
  }
}

/// The form of an item, to add a new item or to edit one.
@Reducer
struct ItemForm {
  @ObservableState
  struct State: Equatable {
    var item: Item
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case delegate(Delegate)
    case deleteButtonTapped

    @CasePathable
    enum Delegate {
      case deleted(id: Int)
    }
  }

  @Dependency(\.dismiss) var dismiss

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding, .delegate:
        return .none
      case .deleteButtonTapped:
        return .run { [id = state.item.id] send in
          await send(.delegate(.deleted(id: id)))
          await self.dismiss()
        }
      }
    }
  }
}
