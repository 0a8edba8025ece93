import Kumiki
import Synchronization

/// A feature with one of each place that a scoped store can have: a field, an optional, a slot, an
/// enum, rows and a path of screens. All of them hold notes.
struct Board: Reducer {
  struct State: Codable {
    var title = "Board"
    var draft: Note.State?
    @PresentationState var editor: Note.State?
    var mode = Mode.list(Note.State(id: "list"))
    var cards: IdentifiedArrayOf<Note.State> = [Note.State(id: "a"), Note.State(id: "b")]
    var path = StackState<Note.State>()
  }

  enum Mode: Codable, CasePathable {
    case list(Note.State)
    case grid(Note.State)
    case off

    struct AllCasePaths {
      let list = CasePath(embed: Mode.list) { if case .list(let note) = $0 { note } else { nil } }
      let grid = CasePath(embed: Mode.grid) { if case .grid(let note) = $0 { note } else { nil } }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  enum ModeAction: Codable, CasePathable {
    case list(Note.Action)
    case grid(Note.Action)

    struct AllCasePaths {
      let list = CasePath(embed: ModeAction.list) {
        if case .list(let action) = $0 { action } else { nil }
      }
      let grid = CasePath(embed: ModeAction.grid) {
        if case .grid(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  enum Action: Codable, CasePathable {
    case rename(String)
    case setDraft(Note.State?)
    case setEditor(Note.State?)
    case setMode(Mode)
    case append(Note.State)
    case replaceFirst(Note.State)
    case remove(String)
    case reverse
    case several([Action])
    case draft(Note.Action)
    case editor(PresentationAction<Note.Action>)
    case mode(ModeAction)
    case cards(IdentifiedAction<String, Note.Action>)
    case path(StackAction<Note.State, Note.Action>)

    struct AllCasePaths {
      let draft = CasePath(embed: Action.draft) {
        if case .draft(let action) = $0 { action } else { nil }
      }
      let editor = CasePath(embed: Action.editor) {
        if case .editor(let action) = $0 { action } else { nil }
      }
      let mode = CasePath(embed: Action.mode) {
        if case .mode(let action) = $0 { action } else { nil }
      }
      let cards = CasePath(embed: Action.cards) {
        if case .cards(let action) = $0 { action } else { nil }
      }
      let path = CasePath(embed: Action.path) {
        if case .path(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  var body: some Reducer<State, Action> {
    Scope(state: \.mode, action: \.mode) {
      Scope(state: \.list, action: \.list) { Note() }
      Scope(state: \.grid, action: \.grid) { Note() }
    }
    Reduce { state, action in
      switch action {
      case .rename(let title): state.title = title
      case .setDraft(let note): state.draft = note
      case .setEditor(let note): state.editor = note
      case .setMode(let mode): state.mode = mode
      case .append(let note): state.cards.append(note)
      case .replaceFirst(let note): state.cards[id: state.cards[0].id] = note
      case .remove(let id): state.cards.remove(id: id)
      case .reverse: state.cards.reverse()
      case .several(let actions): return .merge(actions.map { .send($0) })
      case .draft, .editor, .mode, .cards, .path: break
      }
      return .none
    }
    .ifLet(\.draft, action: \.draft) { Note() }
    .ifLet(\.$editor, action: \.editor) { Note() }
    .forEach(\.cards, action: \.cards) { Note() }
    .forEach(\.path, action: \.path) { Note() }
  }
}

/// How often a note was encoded.
@_cdecl("team_note_encodings")
public func team_note_encodings() -> Int { Note.State.encodings.load(ordering: .relaxed) }

/// A text that users edit, with stars.
struct Note: Reducer {
  struct State: Codable, Identifiable, BindableState {
    var id = ""
    var text = ""
    var stars = 0

    static var bindingPaths: [BindingPath<Self>] { [.field("/text", \.text)] }

    static let encodings = Atomic<Int>(0)

    private enum CodingKeys: CodingKey { case id, text, stars }

    func encode(to encoder: any Encoder) throws {
      Self.encodings.add(1, ordering: .relaxed)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(id, forKey: .id)
      try container.encode(text, forKey: .text)
      try container.encode(stars, forKey: .stars)
    }
  }

  enum Action: Codable, BindableAction {
    case binding(BindingAction<State>)
    case star
  }

  var body: some Reducer<State, Action> {
    BindingReducer()
    Reduce { state, action in
      if case .star = action { state.stars &+= 1 }
      return .none
    }
  }
}
