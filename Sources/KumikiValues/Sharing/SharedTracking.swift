#if !KUMIKI_C_LIBRARY
  internal import Observation
  internal import Synchronization

  extension SharedReference: Observable {}

  /// The registrar that the standard library's Observation uses to track a shared value.
  ///
  /// A registrar has a lock, which a thread of the parent may hold during a `fork`; so the child makes a new registrar.
  final class SharedTracking: @unchecked Sendable {
    // Written under the lock, before `generation` is written.
    private var current = ObservationRegistrar()
    private let generation = Atomic<Int>(System.generation)
    private let lock = Guarded((), in: .sharedValues)

    func access<Value, Part>(
      _ reference: SharedReference<Value>, _ part: KeyPath<SharedReference<Value>, Part>
    ) {
      leaveParents()
      current.access(reference, keyPath: part)
    }

    func change<Value, Part>(
      _ reference: SharedReference<Value>, _ part: KeyPath<SharedReference<Value>, Part>,
      _ body: () -> Void
    ) {
      leaveParents()
      current.withMutation(of: reference, keyPath: part, body)
    }

    func leaveParents() {
      if generation.load(ordering: .acquiring) == System.generation { return }
      lock.withLock { _ in
        if generation.load(ordering: .acquiring) == System.generation { return }
        // The old registrar is never released, because its `deinit` would also wait for that lock.
        _ = ManualBox.make(current)
        current = ObservationRegistrar()
        generation.store(System.generation, ordering: .releasing)
      }
    }
  }
#else

  /// In the C library no view of Swift tracks a value, and 51 KB of Observation are left out.
  struct SharedTracking {
    @inline(__always)
    func access<Value, Part>(
      _: SharedReference<Value>, _: @autoclosure () -> KeyPath<SharedReference<Value>, Part>
    ) {}

    @inline(__always)
    func change<Value, Part>(
      _: SharedReference<Value>, _: @autoclosure () -> KeyPath<SharedReference<Value>, Part>,
      _ body: () -> Void
    ) { body() }

    func leaveParents() {}
  }
#endif
