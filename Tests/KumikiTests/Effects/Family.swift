import Kumiki

/// A feature that may present another like itself on either side: for the checks of which effects an id
/// reaches.
///
/// Words: "start" ticks every second under the id "t", "stop" cancels "t", "replace" starts anew with
/// `cancelInFlight`. "start x" ticks under the id "x", "stop x" cancels that.
struct Family: Reducer {
  struct State {
    @PresentationState var left: State?
    @PresentationState var right: State?
  }

  indirect enum Action: Sendable {
    case word(String)
    case left(PresentationAction<Action>)
    case right(PresentationAction<Action>)

    /// The path and the word: "left.left.tick".
    var text: String {
      switch self {
      case .word(let word): word
      case .left(.presented(let action)): "left." + action.text
      case .right(.presented(let action)): "right." + action.text
      case .left(.dismiss): "left.dismiss"
      case .right(.dismiss): "right.dismiss"
      }
    }
  }

  static func timer() -> Effect<Action> { .everySecond(.word("tick")) }

  var body: some Reducer<State, Action> {
    Reduce { _, action in
      switch action {
      case .word("start"): return Self.timer().cancellable(id: "t")
      case .word("stop"): return .cancel(id: "t")
      case .word("replace"): return Self.timer().cancellable(id: "t", cancelInFlight: true)
      case .word(let word) where word.hasPrefix("start "):
        let id = String(word.dropFirst(6))
        return .everySecond(.word("tick \(id)")).cancellable(id: id)
      case .word(let word) where word.hasPrefix("stop "):
        return .cancel(id: String(word.dropFirst(5)))
      default: return .none
      }
    }
    .ifLet(\.$left, action: \.left) { Family() }
    .ifLet(\.$right, action: \.right) { Family() }
  }
}

extension Family.Action: CasePathable {
  struct AllCasePaths {
    let left = CasePath(embed: Family.Action.left) {
      if case .left(let action) = $0 { action } else { nil }
    }
    let right = CasePath(embed: Family.Action.right) {
      if case .right(let action) = $0 { action } else { nil }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}
