/// Runs a part of an effect as work that `cancel(id:)` can stop.
///
///     return .run { send in
///       try await withTaskCancellation(id: CancelID.search, cancelInFlight: true) {
///         await send(.found(try await api.search(query)))
///       }
///     }
///
/// In an effect, the id belongs to the effect's feature, like an id of
/// ``Effect/cancellable(id:cancelInFlight:)``: the same ``Effect/cancel(id:)`` finds both, and the work
/// counts as an effect until it ends. Outside effects, only `Task.cancel(id:)` called outside effects finds
/// the id. Cancelled work learns of it like any task: what it waits for throws.
///
/// - Parameters:
///   - id: the id to stop the work by.
///   - cancelInFlight: first stop what `cancel(id:)` would stop here, except the caller itself.
///   - isolation: the caller's, to which this returns.
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
  /// Stops what runs under `id`. In an effect: the effects and the work of `withTaskCancellation` in its
  /// feature and in those below it. Elsewhere: the work of `withTaskCancellation` that was begun outside
  /// effects.
  ///
  /// If the calling effect is not on its loop's thread, this happens at the loop's next turn.
  public static func cancel(id: some Hashable & Sendable) {
    CancellationPlace.current.cancel(id, sparesCaller: false)
  }
}

/// Where the ids of work are valid: in an effect's feature, or in the process.
private enum CancellationPlace {
  case effect(EffectEntry)
  case process

  static var current: Self { EffectContext.current?.entry.map { .effect($0) } ?? .process }

  var loop: Loop? {
    if case .effect(let caller) = self { caller.table.loop } else { nil }
  }

  func cancel(_ id: some Hashable & Sendable, sparesCaller: Bool) {
    switch self {
    case .process: ProcessWork.cancel(id)
    case .effect(let caller):
      // What the caller does on the loop afterwards comes after the cancellation.
      let id = UncheckedSendable(AnyHashable(effectID: id))
      caller.atOnceOrNext {
        caller.table.cancel(id.value, in: caller.scope, sparing: sparesCaller ? caller.groups : nil)
      }
    }
  }

  /// Registers work for `cancel` to stop.
  func add(
    _ id: some Hashable & Sendable, cancel: @escaping @Sendable () -> Void
  ) async -> CancellableWork? {
    guard case .effect(let caller) = self else { return .process(ProcessWork.add(id, cancel)) }
    let entry = TaskEntry(cancel)
    await caller.onLoop { entry.register(AnyHashable(effectID: id), below: caller) }
    return .entry(entry)
  }
}

/// Registered work, until it is removed.
private enum CancellableWork {
  case entry(TaskEntry)
  case process(UInt64)

  func remove() async {
    switch self {
    case .process(let number): ProcessWork.remove(number)
    case .entry(let entry): await entry.onLoop { entry.end() }
    }
  }
}

/// Work inside an effect, as an entry of the store's table.
private final class TaskEntry: EffectEntry, @unchecked Sendable {
  private let cancelTask: @Sendable () -> Void
  private var loop: Loop?

  init(_ cancelTask: @escaping @Sendable () -> Void) { self.cancelTask = cancelTask }

  /// Registers it under an id of the feature of the effect that does the work.
  func register(_ id: AnyHashable, below caller: EffectEntry) {
    loop = caller.table.loop
    if caller.isCancelled { return cancelTask() }
    // Work that outlives its effect belongs to no feature any more.
    if caller.isFinished { return }
    var acceptance = Acceptance(
      table: caller.table, scope: caller.scope, Delivery(taskTree: caller.taskTree))
    let groups = caller.groups
    acceptance.heldGroups = groups.map { Uncounted($0) }
    acceptance.within(id) { register($0, caller.heldSink.object) }
  }

  func end() { if isAccepted { finish() } }

  override package func stop() { cancelTask() }
}

extension EffectEntry {
  /// Runs `body` on the loop's thread: now if the caller is on it, else at the loop's next turn.
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

/// Work that was begun outside effects, by id.
private enum ProcessWork {
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
