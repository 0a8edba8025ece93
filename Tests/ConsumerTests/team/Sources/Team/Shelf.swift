import Kumiki
import KumikiC
import KumikiJSON

/// A feature in Swift that presents a feature written in C, and keeps more of them in rows.
///
/// The C program must have registered "Screen" before it opens a store of this feature.
struct Shelf: Reducer {
  struct State: Codable {
    var opened = 0
    @PresentationState var screen: JSONFeature.State?
    var pinned: IdentifiedArrayOf<Pinned> = []
  }

  struct Pinned: Codable, Identifiable {
    let id: Int
    var screen: JSONFeature.State
  }

  enum Action: Codable, CasePathable {
    case open
    case pin(Int)
    /// Writes the count of the presented screen without its own reducer.
    case write(Int)
    case screen(PresentationAction<JSON>)
    case pinned(IdentifiedActionOf<PinnedScreen>)

    struct AllCasePaths {
      let screen = CasePath(embed: Action.screen) {
        if case .screen(let action) = $0 { action } else { nil }
      }
      let pinned = CasePath(embed: Action.pinned) {
        if case .pinned(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  private let screen: JSONFeature

  init() throws { screen = try JSONFeature(named: "Screen") }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .open:
        state.opened += 1
        state.screen = try? screen.makeState()
      case .pin(let id):
        if let copy = state.screen { state.pinned.append(Pinned(id: id, screen: copy)) }
      case .write(let count):
        if let json = state.screen?.json {
          let count = JSON(integerLiteral: Int64(count))
          state.screen?.json = ["count": count, "note": json[key: "note"] ?? .null]
        }
      case .screen, .pinned:
        break
      }
      return .none
    }
    .ifLet(\.$screen, action: \.screen) { screen }
    .forEach(\.pinned, action: \.pinned) { PinnedScreen(screen: screen) }
  }
}

/// One row: a C screen and an id.
struct PinnedScreen: Reducer {
  typealias State = Shelf.Pinned
  typealias Action = JSON

  let screen: JSONFeature

  func reduce(into state: inout State, action: JSON) -> Effect<JSON> {
    screen.reduce(into: &state.screen, action: action)
  }
}
