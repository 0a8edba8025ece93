import KumikiArchitecture

/// A list of contacts that shows an editor, an alert or a picture, and has a navigation path: all uses of
/// the macros in one app.
@Reducer
struct Contacts {
  @ObservableState
  struct State: Equatable {
    var names: [String] = []
    @Presents var destination: Destination.State?
    var path = StackState<Path.State>()
  }

  enum Action {
    case addTapped
    case clearTapped
    case pictureTapped(String)
    case destination(PresentationAction<Destination.Action>)
    case path(StackActionOf<Path>)
  }

  @Reducer
  enum Destination {
    case edit(Editor)
    case guest(Editor = Editor(greeting: "Welcome"))
    case alert(AlertState<Alert>)
    @ReducerCaseIgnored
    case picture(name: String, size: Int)
    case help

    enum Alert: Equatable {
      case confirmed
    }
  }

  @Reducer
  enum Path {
    case detail(Editor)
    indirect case folder(Folder)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addTapped:
        state.destination = .edit(Editor.State())
        return .none
      case .clearTapped:
        state.destination = .alert(AlertState(title: "Clear?"))
        return .none
      case .pictureTapped(let name):
        state.destination = .picture(name: name, size: 2)
        return .none
      case .destination(.presented(.edit(.saved(let name)))):
        state.names.append(name)
        state.destination = nil
        return .none
      case .destination(.presented(.alert(.confirmed))):
        state.names = []
        return .none
      case .destination, .path:
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
    .forEach(\.path, action: \.path)
  }
}

extension Contacts.Destination.State: Equatable {}
extension Contacts.Path.State: Equatable {}

@Reducer
struct Editor {
  @ObservableState
  struct State: Equatable {
    var name = ""
  }

  enum Action: Equatable {
    case nameChanged(String)
    case greetTapped
    case saveTapped
    case saved(String)
  }

  var greeting = "Hello"

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .nameChanged(let name):
        state.name = name
        return .none
      case .greetTapped:
        state.name = greeting
        return .none
      case .saveTapped:
        return .send(.saved(state.name))
      case .saved:
        return .none
      }
    }
  }
}

/// A feature that contains itself through an enum.
@Reducer
struct Folder {
  @ObservableState
  struct State: Equatable {
    var count = 0
    @Presents var inner: Inner.State?
  }

  enum Action {
    case openTapped
    case countTapped
    case inner(PresentationAction<Inner.Action>)
  }

  @Reducer
  indirect enum Inner {
    case folder(Folder)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .openTapped: state.inner = .folder(Folder.State())
      case .countTapped: state.count += 1
      case .inner: break
      }
      return .none
    }
    .ifLet(\.$inner, action: \.inner)
  }
}

extension Folder.Inner.State: Equatable {}
