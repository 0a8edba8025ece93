import Kumiki

/// A list of items whose screen can present a counter, animations, or an alert.
///
/// The presented feature is a value in the state. The reducer presents by assigning the value and
/// dismisses by assigning nil; a view presents by sending an action. The same feature in C is
/// examples-c/sheet_demo/feature.c.
struct SheetDemo: Reducer {
  struct State: Codable, Equatable {
    var items = 3
    @PresentationState var destination: Destination.State?
  }

  enum Action: Codable, Equatable {
    case swap
    case deleteItem
    case destination(DestinationAction<Destination.State, Destination.Action>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .swap:
        switch state.destination {
        case .counter: state.destination = .animations(Animations.State())
        case .animations: state.destination = .counter(Counter.State())
        case .alert, nil: break
        }

      case .deleteItem:
        state.destination = .alert(Alert(title: "Delete an item?"))

      case .destination(.presented(.alert(.confirm))):
        if state.items > 0 { state.items -= 1 }

      case .destination(.presented(.counter(.decrement))):
        // The counter ran first, so this is the count after its step.
        if case .counter(let counter) = state.destination, counter.count < 0 {
          state.destination = nil
        }

      case .destination:
        break
      }
      return .none
    }
    .presentationDestination(\.$destination, action: \.destination) {
      Destination()
    }
  }
}

extension SheetDemo.Action: CasePathable {
  struct AllCasePaths {
    let destination = CasePath(embed: SheetDemo.Action.destination) {
      if case .destination(let action) = $0 { action } else { nil }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}
