import Kumiki

/// A sheet that may present another one of its own kind, in both dialects, with a name that is bound.
enum Page {
  struct State: Equatable {
    var name = ""
    @PresentationState var page: State?

    /// So many pages, each presenting the next.
    init(pages: Int = 1) {
      if pages > 1 { _page = PresentationState(wrappedValue: State(pages: pages - 1)) }
    }

    /// From the outermost page inwards.
    var names: [String] { [name] + (page?.names ?? []) }
  }

  enum Action: Equatable, BindableAction, CasePathable {
    case binding(BindingAction<State>)
    case close
    case page(DestinationAction<State, Action>)

    struct AllCasePaths {
      let page = CasePath(embed: Action.page) {
        if case .page(let action) = $0 { action } else { nil }
      }
      /// The slot's actions as the modern dialect has them.
      let shown = CasePath<Action, PresentationAction<Action>>(
        embed: {
          switch $0 {
          case .dismiss: .page(.dismiss)
          case .presented(let action): .page(.presented(action))
          }
        },
        extract: {
          switch $0 {
          case .page(.dismiss): .dismiss
          case .page(.presented(let action)): .presented(action)
          default: nil
          }
        })
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }

    /// This action so many pages further in.
    func at(depth: Int) -> Self {
      (0..<depth).reduce(self) { action, _ in .page(.presented(action)) }
    }
  }

  private static var step: some Reducer<State, Action> {
    CombineReducers {
      BindingReducer()
      Reduce { _, action in
        guard case .close = action else { return .none }
        return .run { _ in
          @Dependency(\.dismiss) var dismiss
          await dismiss()
        }
      }
    }
  }

  static func reducer(_ dialect: Dialect) -> some Reducer<State, Action> {
    Recurse<State, Action> { nested in
      switch dialect {
      case .modern: step.ifLet(\.$page, action: \.shown) { nested }
      case .seed: step.presentationDestination(\.$page, action: \.page) { nested }
      }
    }
  }
}
