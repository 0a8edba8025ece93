import Kumiki

/// The other of the two screens.
struct Bbb: Reducer {
  struct State: Codable, Equatable {
    var note = ""
    @PresentationState var aaa: Aaa.State?
  }

  enum Action: Codable, Equatable {
    case aaa(PresentationAction<Aaa.Action>)
    case close
    case openAaa
    case setNote(String)
  }

  @Dependency(\.dismiss) private var dismiss

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .setNote(let note): state.note = note
      case .openAaa: state.aaa = Aaa.State()
      case .aaa: break
      case .close: return .run { _ in await dismiss() }
      }
      return .none
    }
    .ifLet(\.$aaa, action: \.aaa) { Aaa() }
  }
}

extension Bbb.Action: CasePathable {
  struct AllCasePaths {
    let aaa = CasePath(embed: Bbb.Action.aaa) {
      if case .aaa(let action) = $0 { action } else { nil }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}
