/// Runs work that `cancel(id:)` stops, for a part of an effect.
///
///     return .run { send in
///       try await withTaskCancellation(id: CancelID.search, cancelInFlight: true) {
///         await send(.found(try await api.search(query)))
///       }
///     }
///
/// In an effect the id belongs to its feature, as that of ``Effect/cancellable(id:cancelInFlight:)`` does: the
/// same ``Effect/cancel(id:)`` finds both, and the work counts as an effect until it ends. Elsewhere the id is
/// known to calls of `Task.cancel(id:)` outside of effects alone. What is cancelled is told as any task is:
/// it throws where it waits.
///
/// - Parameters:
///   - id: what the work is stopped by.
///   - cancelInFlight: first stop what `cancel(id:)` would stop here, but for the caller itself.
///   - isolation: of the caller, which this returns to.
///   - operation: the work.
public func withTaskCancellation<Success: Sendable, Failure: Error>(
  id: some Hashable & Sendable, cancelInFlight: Bool = false,
  isolation: isolated (any Actor)? = #isolation,
  operation: @escaping @Sendable () async throws(Failure) -> Success
) async throws(Failure) -> Success {
  let place = CancellationPlace.current
  if cancelInFlight { place.cancel(id, sparesCaller: true) }
  let task = Task(executorPreference: place.loop) { () -> Result<Success, Failure> in
    do throws(Failure) {
      return .success(try await operation())
    } catch {
      return .failure(error)
    }
  }
  let work = await place.add(id) { task.cancel() }
  let result = await task.cancellableValue
  await work?.remove()
  return try result.get()
}

extension Task where Success == Never, Failure == Never {
  /// Stops what runs under `id`. In an effect: effects, and work of `withTaskCancellation`, of its feature
  /// and of those below it. Elsewhere: such work that was begun outside of effects.
  ///
  /// In an effect that is not on its loop's thread just then, it happens at the loop's next turn.
  public static func cancel(id: some Hashable & Sendable) {
    CancellationPlace.current.cancel(id, sparesCaller: false)
  }
}

/// Where ids of work are known: in an effect's feature, or in the process.
private enum CancellationPlace {
  case effect(EffectEntry)
  case process

  static var current: Self { EffectContext.current?.entry.map { .effect($0) } ?? .process }

  var loop: Loop? {
    if case .effect(let caller) = self { caller.table.loop } else { nil }
  }

  func cancel(_ id: some Hashable & Sendable, sparesCaller: Bool) {
    switch self {
    case .process: StrayWork.cancel(id)
    case .effect(let caller):
      // What the caller does on the loop after this comes after it.
      let id = UncheckedSendable(AnyHashable(effectID: id))
      caller.atOnceOrNext {
        caller.table.cancel(id.value, in: caller.scope, sparing: sparesCaller ? caller.groups : nil)
      }
    }
  }

  /// Notes work that `cancel` stops; nil where there is nothing to take back afterwards.
  func add(
    _ id: some Hashable & Sendable, cancel: @escaping @Sendable () -> Void
  ) async -> CancellableWork? {
    guard case .effect(let caller) = self else { return .stray(StrayWork.add(id, cancel)) }
    let entry = TaskEntry(cancel)
    await caller.onLoop { entry.register(AnyHashable(effectID: id), below: caller) }
    return .entry(entry)
  }
}

/// Work that is under way, until it is taken back.
private enum CancellableWork {
  case entry(TaskEntry)
  case stray(UInt64)

  func remove() async {
    switch self {
    case .stray(let number): StrayWork.remove(number)
    case .entry(let entry): await entry.onLoop { entry.end() }
    }
  }
}

/// Work inside of an effect, as the store's table knows it.
private final class TaskEntry: EffectEntry, @unchecked Sendable {
  private let cancelTask: @Sendable () -> Void
  private var loop: Loop?

  init(_ cancelTask: @escaping @Sendable () -> Void) { self.cancelTask = cancelTask }

  /// Registers it under an id of the feature of the effect that does the work.
  func register(_ id: AnyHashable, below caller: EffectEntry) {
    loop = caller.table.loop
    if caller.isCancelled { return cancelTask() }
    // What an effect has left behind belongs to no feature any more.
    if caller.isFinished { return }
    var acceptance = Acceptance(
      table: caller.table, scope: caller.scope, Delivery(cascade: caller.cascade))
    let groups = caller.groups
    acceptance.heldGroups = groups.map { Uncounted($0) }
    acceptance.within(id) { register($0, caller.heldSink.object) }
  }

  func end() { if isAccepted { finish() } }

  override package func stop() { cancelTask() }
}

extension EffectEntry {
  /// Runs `body` on the loop's thread: now, where that is the caller's, or at the loop's next turn.
  fileprivate func atOnceOrNext(_ body: @escaping @Sendable () -> Void) {
    guard let heldTable else { return }
    let loop = heldTable.with { $0.loop }
    if loop.isCurrentThread { body() } else { loop.post(body) }
  }

  /// Runs `body` on the loop's thread, and returns when it has run, or when the loop has closed.
  fileprivate func onLoop(_ body: @escaping @Sendable () -> Void) async {
    guard let heldTable else { return }
    let loop = heldTable.with { $0.loop }
    if loop.isCurrentThread { return body() }
    await withCheckedContinuation { continuation in
      let isPosted = loop.post {
        body()
        continuation.resume()
      }
      if !isPosted { continuation.resume() }
    }
  }
}

/// Work that was begun outside of effects, by its ids.
private enum StrayWork {
  private struct Entry: Sendable {
    let number: UInt64
    let id: UncheckedSendable<AnyHashable>
    let cancel: @Sendable () -> Void
  }

  private static let running = Guarded<(last: UInt64, entries: [Entry])>((0, []))

  static func add(_ id: some Hashable & Sendable, _ cancel: @escaping @Sendable () -> Void)
    -> UInt64
  {
    let id = UncheckedSendable(AnyHashable(effectID: id))
    return running.withLock { running in
      running.last += 1
      running.entries.append(Entry(number: running.last, id: id, cancel: cancel))
      return running.last
    }
  }

  static func remove(_ number: UInt64) {
    running.withLock { $0.entries.removeAll { $0.number == number } }
  }

  static func cancel(_ id: some Hashable & Sendable) {
    let id = UncheckedSendable(AnyHashable(effectID: id))
    let doomed = running.withLock { running in running.entries.filter { $0.id == id } }
    for entry in doomed { entry.cancel() }
  }
}
