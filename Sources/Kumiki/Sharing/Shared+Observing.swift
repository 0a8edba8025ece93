internal import Synchronization

// Who wants to know of a shared value: on a loop, in a task, or how its key is doing.

extension SharedBox {
  /// Calls `handler` on a loop's thread, with the present value and then with each that differs.
  func observe(
    on loop: Loop, removeDuplicates isDuplicate: @escaping (Value, Value) -> Bool,
    onChange handler: @escaping (Value) -> Void
  ) -> Subscription {
    let observer = SharedObserver(self, loop, isDuplicate, handler)
    let end = root.observers.add(on: loop) { observer.wake() }
    observer.begin()
    return Subscription {
      observer.end()
      end()
    }
  }

  /// The present value, and then each that differs.
  func changes(removeDuplicates isDuplicate: @escaping (Value, Value) -> Bool) -> AsyncStream<Value>
  where Value: Sendable {
    let (stream, continuation) = AsyncStream<Value>.makeStream()
    let last = Guarded<SharedCopy<Value>?>(nil, in: .sharedValues)
    let isDuplicate = UncheckedSendable(isDuplicate)
    let tell: @Sendable () -> Void = { [weak self] in
      guard let value = self?.read(in: nil) else { return continuation.finish() }
      let before = last.withLock { $0 }
      if let before, isDuplicate.value(before.value, value) { return }
      last.withLock { $0 = SharedCopy(value) }
      continuation.yield(value)
    }
    let end = root.observers.add(tell)
    // The box may be a part that nobody else keeps.
    continuation.onTermination = { [self] _ in
      end()
      withExtendedLifetime(self) {}
    }
    tell()
    return stream
  }
}

/// An observer on a loop. However often the value is written before the loop's next turn, it is told once.
private final class SharedObserver<Value>: @unchecked Sendable {
  // Used on the loop's thread but for `isWoken`.
  private let loop: Loop
  private let box: any SharedBox<Value>
  private let isDuplicate: (Value, Value) -> Bool
  private var handler: ((Value) -> Void)?
  private var last: Value?
  private let isWoken = Atomic<Bool>(false)

  init(
    _ box: any SharedBox<Value>, _ loop: Loop, _ isDuplicate: @escaping (Value, Value) -> Bool,
    _ handler: @escaping (Value) -> Void
  ) {
    self.box = box
    self.loop = loop
    self.isDuplicate = isDuplicate
    self.handler = handler
  }

  /// The value was written, on any thread.
  func wake() {
    guard !isWoken.exchange(true, ordering: .acquiringAndReleasing) else { return }
    loop.post { [self] in look() }
  }

  func begin() {
    let value = box.read(in: nil)
    last = value
    handler?(value)
  }

  func end() { handler = nil }

  private func look() {
    isWoken.store(false, ordering: .releasing)
    guard let handler else { return }
    let value = box.read(in: nil)
    if let last, isDuplicate(last, value) { return }
    last = value
    handler(value)
  }
}

extension Shared {
  /// Calls `handler` with the present value, and then with each that differs.
  ///
  /// It is called on the loop's thread, at the loop's turn after the write, and so after the burst that
  /// wrote it. However often the value is written before that, it is called once. The loop's thread
  /// subscribes and cancels.
  public func observe(
    on loop: Loop = .current, onChange handler: @escaping (Value) -> Void
  ) -> Subscription {
    SharedReader(self).observe(on: loop, onChange: handler)
  }

  /// The present value, and then each that differs, on any thread. What comes while nobody waits is kept.
  public func changes() -> AsyncStream<Value> where Value: Sendable { SharedReader(self).changes() }

  /// Whether its key is loading it.
  public var isLoading: Bool { box.root.loading.isLoading }
  /// Why its key could not load it, the last time.
  public var loadError: (any Error)? { box.root.loading.loadError }
  /// Why its key could not save it, the last time.
  public var saveError: (any Error)? { box.root.loading.saveError }

  /// Loads it again from where it is kept.
  public func load() async throws { try await box.root.load() }

  /// Saves it now, where its key puts saving off.
  public func save() async throws { try await box.root.save() }
}

extension SharedReader {
  /// Calls `handler` with the present value, and then with each that differs; see ``Shared``.
  public func observe(
    on loop: Loop = .current, onChange handler: @escaping (Value) -> Void
  ) -> Subscription {
    box.observe(on: loop, removeDuplicates: areEqual, onChange: handler)
  }

  /// The present value, and then each that differs, on any thread. What comes while nobody waits is kept.
  public func changes() -> AsyncStream<Value> where Value: Sendable {
    box.changes(removeDuplicates: areEqual)
  }

  /// Whether its key is loading it.
  public var isLoading: Bool { box.root.loading.isLoading }
  /// Why its key could not load it, the last time.
  public var loadError: (any Error)? { box.root.loading.loadError }

  /// Loads it again from where it is kept.
  public func load() async throws { try await box.root.load() }
}
