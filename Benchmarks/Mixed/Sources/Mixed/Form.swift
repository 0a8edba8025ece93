import Kumiki

/// Ten fields. C reads one of them.
struct Form: Reducer {
  struct State: Codable {
    var title = "a form"
    var count = 0
    var isDone = false
    var share = 0.25
    var author = "somebody"
    var stars = 5
    var note = "as long as a line of text usually is"
    var error: String?
    var page = 12
    var isDraft = true
  }

  enum Action: Codable {
    case increment
    case rename(String)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .increment: state.count += 1
    case .rename(let title): state.title = title
    }
    return .none
  }
}
