import Kumiki

// An enum of features written out, as the macro makes it: a screen is a note, a list with its own
// screens, or an alert without a reducer.

enum Panel: CaseReducer {
  typealias Body = AnyReducer<State, Action>

  enum State: Equatable, CasePathable, CaseReducerState {
    typealias StateReducer = Panel

    case note(Note.State)
    case folder(Folder.State)
    case message(String)

    struct AllCasePaths {
      let note = CasePath(embed: State.note) {
        if case .note(let state) = $0 { state } else { nil }
      }
      let folder = CasePath(embed: State.folder) {
        if case .folder(let state) = $0 { state } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  enum Action: Equatable, CasePathable {
    case note(Note.Action)
    indirect case folder(Folder.Action)

    struct AllCasePaths {
      let note = CasePath(embed: Action.note) {
        if case .note(let action) = $0 { action } else { nil }
      }
      let folder = CasePath(embed: Action.folder) {
        if case .folder(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  enum CaseScope {
    case note(StoreOf<Note>)
    case folder(StoreOf<Folder>)
    case message(String)
  }

  static var body: Body {
    AnyReducer(
      CombineReducers {
        Scope(state: \.note, action: \.note) { Note() }
        Scope(state: \.folder, action: \.folder) { Folder() }
      })
  }

  static func scope(_ store: Store<State, Action>) -> CaseScope {
    switch store.state {
    case .note(let state): .note(store._scope(to: state, state: \.note, action: \.note))
    case .folder(let state): .folder(store._scope(to: state, state: \.folder, action: \.folder))
    case .message(let text): .message(text)
    }
  }
}

/// A folder presents one screen, which may be a folder, and has a path of screens.
struct Folder: Reducer {
  struct State: Equatable {
    var name = ""
    @PresentationState var screen: Panel.State?
    var path = StackState<Panel.State>()
  }

  enum Action: Equatable, CasePathable {
    case open(Panel.State)
    indirect case screen(PresentationAction<Panel.Action>)
    indirect case path(StackAction<Panel.State, Panel.Action>)

    struct AllCasePaths {
      let screen = CasePath(embed: Action.screen) {
        if case .screen(let action) = $0 { action } else { nil }
      }
      let path = CasePath(embed: Action.path) {
        if case .path(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      if case .open(let screen) = action { state.screen = screen }
      return .none
    }
    .ifLet(\.$screen, action: \.screen)
    .forEach(\.path, action: \.path)
  }
}
