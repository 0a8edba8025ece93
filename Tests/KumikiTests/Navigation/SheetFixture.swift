import Kumiki
import Testing

/// A sheet in a store on a virtual loop.
typealias SheetFixture = StoreFixture<Sheet.State, Sheet.Action>

extension StoreFixture where State == Sheet.State, Action == Sheet.Action {
  /// - Parameters:
  ///   - destination: the initial presentation.
  ///   - answer: the additional step of the parent.
  ///   - child: the additional step on the presented state.
  convenience init(
    _ dialect: Dialect, _ destination: @autoclosure @escaping () -> Sheet.Destination.State? = nil,
    answer: @escaping Sheet.Answer = { _, _ in .none },
    child: @escaping Sheet.ChildAnswer = { _, _ in .none }
  ) throws {
    try self.init(Sheet.State(destination: destination())) {
      Sheet.reducer(dialect, answer: answer, child: child)
    }
  }

  var destination: Sheet.Destination.State? { state.destination }
  var id: PresentationID? { state.$destination.id }

  /// Sends an action of the presented feature.
  func counter(_ action: Counter.Action) { send(.counter(action)) }

  /// The events after the first actions, as many as given.
  func actions(after count: Int) -> [Action] { Array(actions.dropFirst(count)) }
}

/// A store with nothing in flight, where waiting changes nothing.
func expectQuiet<State, Action>(
  _ fixture: StoreFixture<State, Action>, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  #expect(fixture.store.effectCount == 0, "in flight", sourceLocation: sourceLocation)
  let count = fixture.actions.count
  try fixture.advance(seconds: 10)
  #expect(
    fixture.actions.count == count, "actions came while waiting", sourceLocation: sourceLocation)
}
