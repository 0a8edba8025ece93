/// Runs a part of an effect so that `cancel(id:)` can stop it.
///
///     return .run { send in
///       try await withTaskCancellation(id: CancelID.search, cancelInFlight: true) {
///         await send(.found(try await api.search(query)))
///       }
///     }
///
/// In an effect, the id belongs to the effect's feature, like an id of ``Effect/cancellable(id:cancelInFlight:)``: the
/// same ``Effect/cancel(id:)`` finds both, and the work counts as an effect until it ends. An id that is used outside
/// effects is found only by calls of `Task.cancel(id:)` outside effects. Cancelled work notices the cancellation like
/// any task: the calls that it awaits throw.
///
/// - Parameters:
///   - id: identifies the work for `cancel(id:)`.
///   - cancelInFlight: whether first to stop what `cancel(id:)` would stop here, except the caller itself.
///   - isolation: the caller's isolation, which this function returns to.
///   - operation: the work to run.
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
  let remove = await place.add(id) { task.cancel() }
  let result = await task.cancellableValue
  await remove()
  return try result.get()
}

extension Task where Success == Never, Failure == Never {
  /// Stops the work that runs under `id`. In an effect: the effects and the `withTaskCancellation` work of its feature
  /// and of the features below it. Elsewhere: the `withTaskCancellation` work that was started outside effects.
  ///
  /// If the calling effect is not on its loop's thread, the cancellation happens in the loop's next iteration.
  public static func cancel(id: some Hashable & Sendable) {
    CancellationPlace.current.cancel(id, sparesCaller: false)
  }
}

/// The scope of the ids of work: an effect's feature, or the process.
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
      // The cancellation is posted first, so that it precedes anything that the caller does on the loop afterwards.
      let id = UncheckedSendable(AnyHashable(effectID: id))
      caller.table.loop.onOwnThread {
        caller.table.cancel(id.value, in: caller.scope, sparing: sparesCaller ? caller.groups : nil)
      }
    }
  }

  /// Registers work so that `cancel` can stop it.
  ///
  /// - Returns: a function that ends the registration.
  func add(
    _ id: some Hashable & Sendable, cancel: @escaping @Sendable () -> Void
  ) async -> @Sendable () async -> Void {
    switch self {
    case .process:
      let number = ProcessWork.add(id, cancel)
      return { ProcessWork.remove(number) }
    case .effect(let caller):
      let work = StartedEntry()
      await caller.onLoop {
        if caller.isCancelled { return cancel() }
        // Work that outlives its effect no longer belongs to any feature.
        if caller.isFinished { return }
        caller.register(work, AnyHashable(effectID: id))
        work.began(cancel)
      }
      return { await work.onLoop { work.finish() } }
    }
  }
}

extension EffectEntry {
  /// Registers a part of this effect's work under an id of the effect's feature.
  fileprivate func register(_ work: StartedEntry, _ id: AnyHashable) {
    let groups = groups
    var acceptance = Acceptance(table: table, scope: scope, Delivery(taskTree: taskTree))
    acceptance.heldGroups = groups.map { Uncounted($0) }
    acceptance.within(id) { work.register($0, heldSink.object) }
  }
}

/// Work that was started outside effects, with its ids.
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
