internal import Synchronization

// Observes a shared value on a loop or in a task, and the loading and saving of its key.

extension SharedLink {
  /// Calls `handler` on a loop's thread, with the current value and then with each different one.
  func observe(on loop: Loop, onChange handler: @escaping (Value) -> Void) -> Subscription {
    guard loop.isCurrentThread else {
      loop.report(
        Issue(
          code: .offThread,
          message: "a shared value was observed on a thread that is not the loop's; "
            + "its changes are not reported"))
      return Subscription {}
    }
    let observer = SharedObserver(self, loop, handler)
    let end = follow(on: loop) { observer.wake() }
    observer.begin()
    return Subscription {
      end()
      // The subscription may be released on another thread.
      loop.endOnOwnThread { observer.end() }
    }
  }

  /// Returns the current value, and then each different one.
  func changes() -> AsyncStream<Value> where Value: Sendable {
    let (stream, continuation) = AsyncStream<Value>.makeStream()
    let last = Guarded<SharedCopy<Value>?>(nil, in: .sharedValues)
    let notify = { @Sendable [weak self] in
      guard let value = self?.box.read(in: nil) else { return continuation.finish() }
      let before = last.withLock { $0 }
      if let before, areEqual(before.value, value) { return }
      last.withLock { $0 = SharedCopy(value) }
      continuation.yield(value)
    }
    let end = follow(notify)
    // Retains the link, which may have no other owner.
    continuation.onTermination = { [self] _ in
      end()
      withExtendedLifetime(self) {}
    }
    notify()
    return stream
  }
}

/// An observer on a loop. Any number of writes before the loop's next iteration cause one notification.
private final class SharedObserver<Value>: @unchecked Sendable {
  // Used on the loop's thread, except `isWoken`.
  private let loop: Loop
  private let link: SharedLink<Value>
  private var handler: ((Value) -> Void)?
  private var last: Value?
  private let isWoken = Atomic<Bool>(false)

  init(
    _ link: SharedLink<Value>, _ loop: Loop, _ handler: @escaping (Value) -> Void
  ) {
    self.link = link
    self.loop = loop
    self.handler = handler
  }

  /// Called after a write, on any thread.
  func wake() {
    guard !isWoken.exchange(true, ordering: .acquiringAndReleasing) else { return }
    loop.post { [self] in notifyIfChanged() }
  }

  func begin() {
    let value = link.box.read(in: nil)
    last = value
    handler?(value)
  }

  func end() { handler = nil }

  private func notifyIfChanged() {
    isWoken.store(false, ordering: .releasing)
    guard let handler else { return }
    let value = link.box.read(in: nil)
    if let last, areEqual(last, value) { return }
    last = value
    handler(value)
  }
}

extension SharedReadable {
  /// Calls `handler` with the current value, and then with each different one. Continues with the new value after an
  /// assignment to `$value`.
  ///
  /// The call comes on the loop's thread, in the iteration after the write, and so after the burst that wrote the
  /// value. Any number of writes before that cause one call. On a thread other than the loop's, nothing is observed,
  /// and the issue `off-thread` is raised. The subscription may be released on any thread.
  public func observe(
    on loop: Loop = .current, onChange handler: @escaping (Value) -> Void
  ) -> Subscription {
    _reader.link.observe(on: loop, onChange: handler)
  }

  /// Returns the current value, and then each different one, on any thread. Values are buffered until they are read.
  public func changes() -> AsyncStream<Value> where Value: Sendable { _reader.link.changes() }

  /// Whether the key is loading the value.
  public var isLoading: Bool { sharedRoot.loading.isLoading }
  /// Why the key's last load failed.
  public var loadError: (any Error)? { sharedRoot.loading.loadError }

  /// Loads the value again.
  public func load() async throws { try await sharedRoot.load() }
}

extension Shared {
  /// Why the key's last save failed.
  public var saveError: (any Error)? { link.box.root.loading.saveError }

  /// Saves the value now, if the key delays saving.
  public func save() async throws { try await link.box.root.save() }
}
