import Kumiki

/// A store on its own virtual loop, which only the test dispatches, with a log of every action
/// that the store handled and of every issue that its loop received.
///
///     let fixture = try StoreFixture(Counter.State()) { Counter() }
///     fixture.send(.incAfter(1))
///     try fixture.advance(seconds: 1)
///     #expect(fixture.actions == [.incAfter(1), .inc])
///
/// `Sendable` so that the bodies of effects may read it: they run on the thread of the loop.
final class StoreFixture<State, Action>: @unchecked Sendable {
  let loop: Loop
  private var owned: LoopStore<State, Action>?
  private let handled: Record<Handled<Action>>
  private let reported: Record<Issue>
  private let ownsLoop: Bool

  /// - Parameters:
  ///   - loop: a loop to share with another fixture. The fixture that made it closes it.
  ///   - update: the dependencies of the store.
  init<R: Reducer<State, Action>>(
    _ initialState: @autoclosure @escaping () -> State,
    loop: Loop? = nil,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies update: ((inout DependencyValues) -> Void)? = nil
  ) throws {
    let own = try loop ?? Loop(.virtual)
    let handled = Record<Handled<Action>>()
    let reported = Record<Issue>()
    self.loop = own
    self.handled = handled
    self.reported = reported
    ownsLoop = loop == nil
    if ownsLoop { own.onIssue = { reported($0) } }
    owned = LoopStore(
      initialState: initialState(), loop: own,
      reducer: {
        // Listed beside the feature and not put around it: a store in a program has nothing around
        // it.
        SequenceReducer(
          Reduce<State, Action> { [unowned own] _, action in
            handled(Handled(action: action, seconds: Double(own.now) / 1e9))
            return .none
          }, reducer())
      },
      withDependencies: {
        // A program's context, unless the test chooses another.
        $0.context = .live
        update?(&$0)
      })
  }

  deinit {
    owned = nil
    if ownsLoop { loop.close() }
  }

  /// The store. Not to be used after ``releaseStore()``.
  var store: LoopStore<State, Action> { owned! }
  var state: State { store.state }
  /// The same store for views.
  @MainActor private(set) lazy var views = Store(store)

  /// The actions that reached the root reducer, in order, including those of effects.
  var actions: [Action] { handled.entries.map(\.action) }
  /// The same actions with the loop's time at which each was handled.
  var timeline: [Handled<Action>] { handled.entries }
  /// The issues that the loop received, in order; the fixture that made a shared loop has them.
  var issues: [Issue] { reported.entries }
  /// The issues' codes.
  var codes: [Issue.Code] { issues.map(\.code) }

  @discardableResult
  func send(_ action: Action) -> StoreTask { store.send(action) }

  /// Runs what is due; the clock stands still.
  func settle() throws { try loop.runUntilIdle(timeoutMilliseconds: 0) }

  /// Moves the clock and runs everything that becomes due on the way.
  func advance(seconds: Double) throws { try loop.advance(by: UInt64((seconds * 1e9).rounded())) }

  /// True if `finish` on a task returns without the clock being moved.
  func finishes(_ task: StoreTask) throws -> Bool {
    let returned = Record<Bool>()
    Task(executorPreference: loop) {
      await task.finish()
      returned(true)
    }
    try settle()
    return returned.entries == [true]
  }

  /// Releases the fixture's reference to the store.
  func releaseStore() { owned = nil }
}

/// An action and the time, in seconds of the loop's clock, at which the store handled it.
struct Handled<Action> {
  var action: Action
  var seconds: Double
}

extension Handled: Equatable where Action: Equatable {}

/// An expected entry of a timeline.
func at<Action>(_ seconds: Double, _ action: Action) -> Handled<Action> {
  Handled(action: action, seconds: seconds)
}

/// Filled in once its fixture exists: lets a reducer or an effect refer to the fixture that runs
/// it.
final class Late<Value: AnyObject>: @unchecked Sendable {
  weak var value: Value?
}
