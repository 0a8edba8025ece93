public import Kumiki
internal import KumikiTestCore

/// Runs a feature in a test, which must account for everything the feature does: every change of the state,
/// every action from an effect, every effect still running at the end.
///
///     @Test @MainActor func increments() async {
///       let store = TestStore(initialState: Counter.State()) { Counter() }
///       await store.send(.increment) { $0.count = 1 }
///       await store.receive(\.saved)
///     }
///
/// It has its own virtual loop. After each call everything that is due has run, so a test need not wait.
/// Time stands still until the test advances it, with ``advance(by:)`` or a ``TestClock``. The API is the
/// same as in the Composable Architecture's type of this name.
///
/// When the test store goes out of scope, the test ends. Anything that the test has not accounted
/// for is a failure.
@preconcurrency @MainActor
public final class TestStore<State: Equatable, Action> {
  private let driver: TestDriver<State, Action, TestSite>
  let live: any LiveStore
  /// Sends an action, or throws an error if the action does not match the feature.
  let perform: (Action) throws -> StoreTask
  /// Converts an action to its canonical spelling, if it may have several.
  let canonical: (Action) -> Action
  let loop: Loop
  let ownClockUse: OwnClockUse
  /// The ids of the requests that the test has received.
  var expectedRequests: [RequestID] = []
  /// Runs at the end of a test, when its store can no longer be used.
  private let ending: UncheckedSendable<() -> Void>

  /// Makes a test store for a feature.
  ///
  /// - Parameters:
  ///   - initialState: evaluated with the store's dependencies and generators in force.
  ///   - reducer: built once, with the same dependencies.
  ///   - update: sets the dependencies; called once. Dependencies that are not set have their test values.
  public convenience init<R: Reducer<State, Action>>(
    initialState: @autoclosure @escaping () -> State,
    @ReducerBuilder<State, Action> reducer: () -> R,
    withDependencies update: (inout DependencyValues) -> Void = { _ in },
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    let setting = TestSetting(update)
    let recorder = TestRecorder<State, Action>(tracker: setting.tracker)
    let core = setting.loop.asOwner { StoreCore(loop: setting.loop) }
    let (store, initial) = setting.loop.asOwner {
      let store = LoopStore<State, Action>(
        initialState: initialState, core: core, describe: { describeAction($0) },
        update: { $0 = setting.dependencies }
      ) {
        recorder.recording(reducer(), state: { $0 }, action: { $0 })
      }
      store.beginFollowing()
      return (store, store.state)
    }
    self.init(setting, store, core, recorder, initial, TestSite(fileID, filePath, line, column)) {
      store.sendJudged($0)
    }
  }

  init(
    _ setting: TestSetting, _ live: any LiveStore, _ core: StoreCore,
    _ recorder: TestRecorder<State, Action>, _ initial: State, _ site: TestSite,
    canonical: @escaping (Action) -> Action = { $0 },
    perform: @escaping (Action) throws -> StoreTask
  ) {
    TestFrameworks.check(for: site)
    self.live = live
    // The test answers, so a request needs no server.
    setting.loop.asOwner { core.requests.isTest = true }
    self.perform = perform
    self.canonical = canonical
    let loop = setting.loop
    self.loop = loop
    let clockUse = setting.ownClockUse
    ownClockUse = clockUse
    driver = TestDriver(
      core: core, recorder: recorder, initial: initial, subject: .dumping(),
      endStore: { live.end() },
      report: { failure in
        if !failure.isNote { clockUse.fail() }
        failure.record()
      })
    driver.enter(at: site)
    let report = { [unowned driver] issue in driver.report(issue) }
    loop.asOwner { loop.onIssue = report }
    let (calls, bell) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let serving = loop.served { bell.yield() }
    let end = { [driver] in
      loop.unserved(serving)
      bell.finish()
      loop.asOwner {
        driver.end(at: site)
        if let issue = clockUse.issue { driver.report(issue, at: site) }
        loop.onIssue = nil
        // The loop of a shared clock stays open.
        if !setting.sharesLoop { loop.close() }
      }
    }
    ending = UncheckedSendable(end)
    serve(loop, at: calls)
  }

  /// Runs the work that is due while the test waits for something other than a call of its store. Sleeps in
  /// real time continue during that time, as in a program.
  private func serve(_ loop: Loop, at calls: AsyncStream<Void>) {
    // Not detached, so that failures in this task fail the test. An effect that makes the store is not
    // retained.
    EffectContext.$current.withValue(nil) {
      _ = Task { [weak loop] in
        for await _ in calls { loop?.serve() }
      }
    }
  }

  // Not isolated, because a failure reported from another task would not be attributed to the test.
  deinit { ending.value() }

  /// The last asserted state. It shows later changes by effects when their actions are received.
  public var state: State { driver.state }

  /// Whether the feature has dismissed itself with `dismiss`.
  public var isDismissed: Bool { driver.isDismissed }

  /// How much the test must account for.
  public var exhaustivity = Exhaustivity.on {
    didSet {
      driver.account(
        exhaustively: exhaustivity == .on,
        showsSkipped: exhaustivity == .off(showSkippedAssertions: true))
    }
  }

  /// The dependencies of the feature. A change applies from the next action on.
  public var dependencies: DependencyValues {
    get { live.dependencies }
    set { live.dependencies = newValue }
  }

  /// Runs a part of the test with other dependencies. Effects that are made in it keep them.
  public func withDependencies<Result>(
    _ update: (inout DependencyValues) throws -> Void, operation: () throws -> Result
  ) rethrows -> Result {
    let outer = dependencies
    defer { dependencies = outer }
    try dependencies.set(by: update)
    return try operation()
  }

  /// Runs an asynchronous part of the test with other dependencies. Effects that are made in it keep them.
  public func withDependencies<Result>(
    _ update: (inout DependencyValues) throws -> Void, operation: () async throws -> Result
  ) async rethrows -> Result {
    let outer = dependencies
    defer { dependencies = outer }
    try dependencies.set(by: update)
    return try await operation()
  }

  /// Whether tasks without an executor of their own run on the main actor's thread, for the whole process.
  /// The feature's effects always run there.
  public var useMainSerialExecutor: Bool {
    get { uncheckedUseMainSerialExecutor }
    set { uncheckedUseMainSerialExecutor = newValue }
  }

  /// The longest time that `receive` and `finish` wait for a running effect.
  ///
  /// A passing test waits only for effects that work elsewhere, on another thread or in another process:
  /// work that is due on the store's own clock has already run. If no effect is running, there is no
  /// wait.
  public var timeout: Duration = .seconds(1)

  // MARK: - Support for the calls of a test

  @discardableResult
  func enter(_ site: TestSite) -> TestSite {
    driver.enter(at: site)
    return site
  }

  /// An expectation that runs with the store's dependencies.
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

  /// Runs `body` with the driver, as the loop's owner. The thread of the main actor may differ each
  /// time.
  @discardableResult
  func on<Result>(_ body: (TestDriver<State, Action, TestSite>) throws -> Result) rethrows -> Result
  {
    try loop.asOwner { try body(driver) }
  }

  /// Runs the work that is due, including work that passes through the main actor.
  func settle() async {
    on { $0.settle() }
    while on({ $0.hasInFlight }) {
      let served = loop.tally.servedJobs
      await Task.yield()
      if !on({ $0.settle() }), loop.tally.servedJobs == served { return }
    }
  }

  /// Runs the work that is due, and gives running effects real time until `isDone`. An effect that works
  /// elsewhere cannot be distinguished from a sleeping effect.
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

/// The store under test, whatever the type of its own state.
protocol LiveStore: AnyObject {
  var dependencies: DependencyValues { get set }
  func withContext<Result>(_ body: () throws -> Result) rethrows -> Result
  var requests: StoreRequests { get }
  func serve<Question: RequestProtocol>(
    _ request: Question.Type, atMost most: Int,
    _ serve:
      @escaping @Sendable (_ request: ServedRequest<Question>) async throws -> Question.Answer
  ) throws(ServeError)
  func serve<Question: RequestProtocol<Never>>(
    _ request: Question.Type, atMost most: Int,
    _ receive: @escaping @Sendable (_ request: ServedRequest<Question>) async throws -> Void
  ) throws(ServeError)
  func end()
}

extension LoopStore: LiveStore {
  var requests: StoreRequests { core.requests }
}

/// The environment of a test store.
@MainActor
struct TestSetting {
  let dependencies: DependencyValues
  let loop: Loop
  let sharesLoop: Bool
  /// Tracks the shared values that the feature writes.
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
    // If a test clock is set, it is the store's own clock, so the test must advance it anyway.
    dependencies.unsetClockUse = sharesLoop ? nil : ownClockUse.recorder
    self.dependencies = dependencies
  }
}
