public import Kumiki
internal import KumikiTestCore

/// Runs a feature in a test and holds the test to account for all that it does: every change of the
/// state, every action that an effect sends, every effect still running at the end.
///
///     @Test @MainActor func increments() async {
///       let store = TestStore(initialState: Counter.State()) { Counter() }
///       await store.send(.increment) { $0.count = 1 }
///       await store.receive(\.saved)
///     }
///
/// It has a virtual loop of its own. After each call everything that is due has run, so a test need not
/// wait; time stands still until the test moves it, with ``advance(by:)`` or a ``TestClock``. The shape is
/// that of the Composable Architecture's type of the same name.
///
/// When the test store goes out of scope the test is over: what was not accounted for is a failure.
@MainActor
public final class TestStore<State: Equatable, Action> {
  private let bench: TestDriver<State, Action, TestSite>
  private let live: any LiveStore
  /// Sends an action, or says why it does not fit the feature.
  let perform: (Action) throws -> StoreTask
  /// An action in the one spelling that stands for all that it has, where it may have several.
  let spelt: (Action) -> Action
  let loop: Loop
  let ownClockUse: OwnClockUse
  /// What is done at the end of a test, when its store can no longer be used.
  private let ending: UncheckedSendable<() -> Void>

  /// Makes a test store for a feature.
  ///
  /// - Parameters:
  ///   - initialState: evaluated with the store's dependencies and generators in force.
  ///   - reducer: built once, likewise.
  ///   - update: sets the dependencies; called once. Those that are not set have their test values.
  public convenience init<R: Reducer<State, Action>>(
    initialState: @autoclosure @escaping () -> State,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies update: (inout DependencyValues) -> Void = { _ in },
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    let setting = TestSetting(update)
    let recorder = TestRecorder<State, Action>(tracker: setting.tracker)
    let table = EffectTable(loop: setting.loop)
    let (store, initial) = setting.loop.asOwner {
      let store = Store<State, Action>(
        initialState: initialState, table: table, describe: { describeAction($0) },
        update: { $0 = setting.dependencies }
      ) {
        recorder.recording(reducer(), state: { $0 }, action: { $0 })
      }
      return (store, store.state)
    }
    self.init(setting, store, table, recorder, initial, TestSite(fileID, filePath, line, column)) {
      store.send($0)
    }
  }

  init(
    _ setting: TestSetting, _ live: any LiveStore, _ table: EffectTable,
    _ recorder: TestRecorder<State, Action>, _ initial: State, _ site: TestSite,
    spelt: @escaping (Action) -> Action = { $0 }, perform: @escaping (Action) throws -> StoreTask
  ) {
    TestFrameworks.check(for: site)
    self.live = live
    self.perform = perform
    self.spelt = spelt
    let loop = setting.loop
    self.loop = loop
    let clockUse = setting.ownClockUse
    ownClockUse = clockUse
    bench = TestDriver(
      table: table, recorder: recorder, initial: initial, subject: .dumping(),
      endStore: { live.end() },
      report: { failure in
        if !failure.isNote { clockUse.fail() }
        failure.record()
      })
    bench.enter(at: site)
    loop.onIssue = { [unowned bench] issue in bench.report(issue) }
    let (calls, bell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let serving = loop.served { bell.yield() }
    let end = { [bench] in
      loop.unserved(serving)
      bell.finish()
      loop.asOwner {
        bench.end(at: site)
        if let issue = clockUse.issue { bench.report(issue, at: site) }
        loop.onIssue = nil
        // The loop of a shared clock stays open.
        if !setting.sharesLoop { loop.close() }
      }
    }
    ending = UncheckedSendable(end)
    serve(loop, at: calls)
  }

  /// Runs what is due while the test waits for something that is no call of its store: what sleeps in real time
  /// goes on meanwhile, as in a program.
  private func serve(_ loop: Loop, at calls: AsyncStream<Void>) {
    // Not detached: what fails there fails the test. An effect in which the store is made is not kept for it.
    EffectContext.$current.withValue(nil) {
      _ = Task { [weak loop] in
        for await _ in calls { loop?.serve() }
      }
    }
  }

  // Not isolated, since a failure reported from another task would not be attributed to the test.
  deinit { ending.value() }

  /// The state as far as it was asserted: what effects have changed since shows when it is received.
  public var state: State { bench.state }

  /// True once the feature has dismissed itself, by `dismiss`.
  public var isDismissed: Bool { bench.isDismissed }

  /// How far the test has to account for what happens.
  public var exhaustivity = Exhaustivity.on {
    didSet {
      bench.account(
        exhaustively: exhaustivity == .on,
        showsSkipped: exhaustivity == .off(showSkippedAssertions: true))
    }
  }

  /// The dependencies of the feature. A change holds from the next action on.
  public var dependencies: DependencyValues {
    get { live.dependencies }
    set { live.dependencies = newValue }
  }

  /// Whether tasks without an executor of their own run on the main actor's thread, for the whole process.
  /// The feature's effects do so anyway.
  public var useMainSerialExecutor: Bool {
    get { uncheckedUseMainSerialExecutor }
    set { uncheckedUseMainSerialExecutor = newValue }
  }

  /// The longest that `receive` and `finish` wait for an effect that is in flight.
  ///
  /// A test that passes waits only for effects that work elsewhere, on another thread or for another
  /// process: what is due on the store's own clock has run already. Where nothing is in flight nothing
  /// is waited for.
  public var timeout: Duration = .seconds(1)

  // MARK: - For the calls of a test

  @discardableResult
  func enter(_ site: TestSite) -> TestSite {
    bench.enter(at: site)
    return site
  }

  /// An expectation with the store's dependencies in force.
  func inContext(
    _ expect: ((inout State) throws -> Void)?
  ) -> ((inout State) throws -> Void)? {
    guard let expect else { return nil }
    let isExhaustive = exhaustivity == .on
    return { [live] state in
      try XCTModifyRules.$mustChange.withValue(isExhaustive) {
        try live.withContext { try expect(&state) }
      }
    }
  }

  /// Runs `body` on the bench, as the loop's owner: the main actor's thread may be another each time.
  @discardableResult
  func on<Result>(_ body: (TestDriver<State, Action, TestSite>) throws -> Result) rethrows -> Result
  {
    try loop.asOwner { try body(bench) }
  }

  /// Runs what is due, also where it has to pass through the main actor.
  func settle() async {
    on { $0.settle() }
    while on({ $0.hasInFlight }) {
      let served = loop.servedJobs
      await Task.yield()
      if !on({ $0.settle() }), loop.servedJobs == served { return }
    }
  }

  /// Runs what is due, and gives effects in flight real time until `isDone`: an effect that works
  /// elsewhere cannot be distinguished from one that sleeps.
  func settle(
    _ timeout: Duration?, until isDone: (TestDriver<State, Action, TestSite>) -> Bool
  ) async {
    await settle()
    let clock = ContinuousClock()
    let deadline = clock.now + (timeout ?? self.timeout)
    while on({ !isDone($0) && $0.hasInFlight }), clock.now < deadline {
      // The test was cancelled by its framework.
      guard (try? await clock.sleep(for: .milliseconds(1))) != nil else { return }
      await settle()
    }
  }
}

/// The test store of a feature: `TestStoreOf<Counter>`.
public typealias TestStoreOf<R: Reducer> = TestStore<R.State, R.Action> where R.State: Equatable

/// The store under test, whatever its own state is made of.
protocol LiveStore: AnyObject {
  var dependencies: DependencyValues { get set }
  func withContext<Result>(_ body: () throws -> Result) rethrows -> Result
  func end()
}

extension Store: LiveStore {}

/// What a test store is made in.
@MainActor
struct TestSetting {
  let dependencies: DependencyValues
  let loop: Loop
  let sharesLoop: Bool
  /// Of the shared values that the feature writes.
  let tracker = SharedTracker()
  let ownClockUse = OwnClockUse()

  init(_ update: (inout DependencyValues) -> Void) {
    var dependencies = DependencyValues.current
    dependencies.context = .test
    dependencies.sharedScope = .current
    dependencies.sharedTracker = tracker
    TrackersOfTest.current.add(tracker)
    dependencies.set(by: update)
    let clock =
      dependencies.continuousClock as? TestClock<Duration>
      ?? dependencies.suspendingClock as? TestClock<Duration>
    loop = clock?.loop ?? .ownerless()
    sharesLoop = clock != nil
    // A test clock that is set is the store's: all that has to be moved.
    dependencies.unsetClockUse = sharesLoop ? nil : ownClockUse.recorder
    self.dependencies = dependencies
  }
}
