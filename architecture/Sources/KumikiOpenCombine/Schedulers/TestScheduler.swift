#if OpenCombine
  internal import Kumiki
  public import OpenCombine

  /// A scheduler whose time stands still until a test advances it.
  ///
  ///     let mainQueue = DispatchQueue.test
  ///     … $0.mainQueue = mainQueue.eraseToAnyScheduler()
  ///     await mainQueue.advance(by: .seconds(1))
  ///
  /// Work runs in the order of its times, and for equal times in the order of scheduling. This includes
  /// work that is scheduled during an advance. Effects of a test store that wait for the scheduler
  /// continue before time advances.
  public final class TestScheduler<SchedulerTimeType: Strideable, SchedulerOptions>: Scheduler,
    @unchecked Sendable
  where SchedulerTimeType.Stride: SchedulerTimeIntervalConvertible {
    typealias Stride = SchedulerTimeType.Stride

    private struct Item {
      let number: UInt64
      let date: SchedulerTimeType
      let action: () -> Void
    }

    private struct Plan {
      var now: SchedulerTimeType
      var last: UInt64 = 0
      var items: [Item] = []
      /// Loops of test stores whose effects have scheduled something.
      var loops: [Loop] = []
    }

    private let plan: Guarded<Plan>

    /// Makes a scheduler at a given time.
    public init(now: SchedulerTimeType) {
      nonisolated(unsafe) let plan = Plan(now: now)
      self.plan = Guarded(plan)
    }

    public var now: SchedulerTimeType { onPlan { $0.now } }
    public var minimumTolerance: SchedulerTimeType.Stride { .zero }

    public func schedule(options: SchedulerOptions?, _ action: @escaping () -> Void) {
      onPlan { Self.add(action, at: $0.now, to: &$0) }
    }

    public func schedule(
      after date: SchedulerTimeType, tolerance: SchedulerTimeType.Stride,
      options: SchedulerOptions?, _ action: @escaping () -> Void
    ) {
      onPlan { Self.add(action, at: date, to: &$0) }
    }

    public func schedule(
      after date: SchedulerTimeType, interval: SchedulerTimeType.Stride,
      tolerance: SchedulerTimeType.Stride, options: SchedulerOptions?,
      _ action: @escaping () -> Void
    ) -> any Cancellable {
      let number = onPlan { plan in
        plan.last += 1
        return plan.last
      }
      repeating(number, date, interval, action)
      return AnyCancellable { self.onPlan { $0.items.removeAll { $0.number == number } } }
    }

    /// One tick, which schedules the next tick under the same number.
    private func repeating(
      _ number: UInt64, _ date: SchedulerTimeType, _ interval: Stride,
      _ action: @escaping () -> Void
    ) {
      onPlan { plan in
        let tick = {
          self.repeating(number, date.advanced(by: interval), interval, action)
          action()
        }
        plan.items.append(Item(number: number, date: date, action: tick))
        Self.noteLoop(in: &plan)
      }
    }

    private static func add(
      _ action: @escaping () -> Void, at date: SchedulerTimeType, to plan: inout Plan
    ) {
      plan.last += 1
      plan.items.append(Item(number: plan.last, date: max(date, plan.now), action: action))
      noteLoop(in: &plan)
    }

    private static func noteLoop(in plan: inout Plan) {
      guard let loop = DependencyValues.ambientLoop, loop.isOwnerless,
        !plan.loops.contains(where: { $0 === loop })
      else { return }
      plan.loops.append(loop)
    }

    private func onPlan<Result>(_ body: (inout Plan) -> Result) -> Result { plan.withLock(body) }

    // MARK: - Moving

    /// Advances the time, and runs the work that becomes due on the way. Waiting tasks become due too,
    /// but they continue on their own: in an asynchronous test, call this with `await`.
    public func advance(by stride: SchedulerTimeType.Stride = .zero) {
      let target = now.advanced(by: stride)
      while let next = next(until: target) { next() }
      onPlan { $0.now = max($0.now, target) }
    }

    /// Advances the time until nothing is scheduled any more.
    public func run() {
      while let date = nextDate { advance(by: now.distance(to: date)) }
    }

    /// Advances the time, and runs the work that becomes due on the way, including waiting tasks.
    @MainActor
    public func advance(by stride: SchedulerTimeType.Stride = .zero) async {
      let target = now.advanced(by: stride)
      await settle()
      while let next = next(until: target) {
        next()
        await settle()
      }
      onPlan { $0.now = max($0.now, target) }
      await settle()
    }

    /// Advances to a point in time. For a past time, runs the work that is due now.
    @MainActor
    public func advance(to date: SchedulerTimeType) async {
      await advance(by: max(.zero, now.distance(to: date)))
    }

    /// Advances the time until nothing is scheduled any more, including by tasks.
    @MainActor
    public func run() async {
      await settle()
      while let date = nextDate { await advance(by: now.distance(to: date)) }
    }

    private var nextDate: SchedulerTimeType? { onPlan { $0.items.map(\.date).min() } }

    /// Takes the next action that is due by a given time, and moves the time to the action's time.
    private func next(until target: SchedulerTimeType) -> (() -> Void)? {
      onPlan { plan in
        guard
          let index = plan.items.indices.min(by: {
            (plan.items[$0].date, plan.items[$0].number) < (
              plan.items[$1].date, plan.items[$1].number
            )
          }), plan.items[index].date <= target
        else { return nil }
        let item = plan.items.remove(at: index)
        plan.now = max(plan.now, item.date)
        return item.action
      }
    }

    /// Lets tasks continue; tasks of test stores continue on their loops.
    @MainActor
    private func settle() async {
      var quiet = 0
      while quiet < 10 {
        await Task.megaYield(count: 1)
        var ran = 0
        for loop in onPlan({ $0.loops }) {
          ran += loop.asOwner { (try? loop.dispatch(timeoutMilliseconds: 0)) ?? 0 }
        }
        quiet = ran > 0 ? 0 : quiet + 1
      }
      onPlan { $0.loops.removeAll(where: \.isClosed) }
    }
  }

  /// A test scheduler with the times of another one.
  public typealias TestSchedulerOf<S: Scheduler> = TestScheduler<
    S.SchedulerTimeType, S.SchedulerOptions
  >
#endif
