import Kumiki

/// The operator that embeds the sheet's presentation.
enum Dialect: CaseIterable, Sendable {
  /// `ifLet` of a slot.
  case modern
  /// `presentationDestination`.
  case seed
}

/// The feature of the presentation rules: a parent with a slot for a counter, animations, an item,
/// an alert or a dialog. It logs the actions that it handles.
///
/// One action type serves both dialects, so that a test is written once: it is the seed dialect's,
/// and the modern operator gets a case path that has no `present`.
enum Sheet {
  struct State: Equatable {
    /// The actions that the parent was run with.
    var log: [Action] = []
    @PresentationState var destination: Destination.State?
  }

  enum Action: Equatable, Sendable {
    case destination(DestinationAction<Destination.State, Destination.Action>)
    /// Swaps the counter and the animations.
    case swap
    /// Writes null.
    case clear
    /// Writes a value.
    case assign(Destination.State?)
    case noop
    /// For the test's own parent to react to.
    case custom(String)
  }

  /// The additional step of a test's own parent, after the sheet's.
  typealias Answer = (inout State, Action) -> Effect<Action>

  /// Only the parent.
  static func parent(_ answer: @escaping Answer) -> Reduce<State, Action> {
    Reduce { state, action in
      state.log.append(action)
      switch action {
      case .swap:
        switch state.destination {
        case .counter: state.destination = .animations(Animations.State())
        case .animations: state.destination = .counter(Counter.State())
        default: break
        }
      case .clear: state.destination = nil
      case .assign(let value): state.destination = value
      case .destination, .noop, .custom: break
      }
      return answer(&state, action)
    }
  }

  /// The additional step of a test's own child, after the sheet's.
  typealias ChildAnswer = (inout Destination.State, Destination.Action) -> Effect<
    Destination.Action
  >

  /// The parent with its slot, attached by the dialect's operator.
  static func reducer(
    _ dialect: Dialect, answer: @escaping Answer = { _, _ in .none },
    child: @escaping ChildAnswer = { _, _ in .none }
  ) -> AnyReducer<State, Action> {
    let parent = parent(answer)
    let destination = CombineReducers {
      Destination()
      Reduce(child)
    }
    switch dialect {
    case .modern:
      return AnyReducer(parent.ifLet(\.$destination, action: \.shown) { destination })
    case .seed:
      return AnyReducer(
        parent.presentationDestination(\.$destination, action: \.destination) { destination })
    }
  }
}

extension Sheet.Action: CasePathable {
  struct AllCasePaths {
    let destination = CasePath(embed: Sheet.Action.destination) {
      if case .destination(let action) = $0 { action } else { nil }
    }
    /// The slot's actions in the modern dialect.
    let shown = CasePath<Sheet.Action, PresentationAction<Sheet.Destination.Action>>(
      embed: {
        switch $0 {
        case .dismiss: .destination(.dismiss)
        case .presented(let action): .destination(.presented(action))
        }
      },
      extract: {
        switch $0 {
        case .destination(.dismiss): .dismiss
        case .destination(.presented(let action)): .presented(action)
        default: nil
        }
      })
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }

  /// An action of the presented feature.
  static func presented(_ action: Sheet.Destination.Action) -> Self {
    .destination(.presented(action))
  }
  static func counter(_ action: Counter.Action) -> Self { .presented(.counter(action)) }
  static func alert(_ action: Sheet.Choice) -> Self { .presented(.alert(action)) }
  static func dialog(_ action: Sheet.Choice) -> Self { .presented(.dialog(action)) }
  static var dismiss: Self { .destination(.dismiss) }

  /// Presents under an id, in the legacy dialect.
  static func present(id: PresentationID, _ state: Sheet.Destination.State?) -> Self {
    .destination(.present(id: id, state))
  }
}
