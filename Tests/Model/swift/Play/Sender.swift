package import Kumiki

/// A running effect that commands drive.
///
/// `Sendable` because everything happens on the one thread of the case's loop.
protocol Sender: AnyObject, Sendable {
  /// Its actions no longer arrive.
  var isCancelled: Bool { get }
  /// It has reported that it has finished, or failed.
  var isEnded: Bool { get }

  func deliver(_ action: Act)
  func end(_ result: Result<Void, any Error>)
}

/// The implementation of the effects `start` and `fail`.
package enum EffectMaking: Sendable {
  /// Driven by callbacks: a call to a sender takes effect immediately, as in C.
  case callbacks
  /// Driven by tasks, `Effect.run`: a task continues when its turn comes.
  case tasks
}

// MARK: - Callbacks

/// The sender of an effect that callbacks drive. Like a sender in C it is released once, at the latest with its
/// last reference; until then the effect is running.
final class CallbackSender: Sender, @unchecked Sendable {
  let entry: DrivenEntry
  private var handedOut: Uncounted<DrivenEntry>?

  init(_ entry: DrivenEntry) {
    self.entry = entry
    handedOut = entry.handOut()
  }

  deinit { end(.success(())) }

  var isCancelled: Bool { entry.isStopped(onItsThread: true) }
  var isEnded: Bool { handedOut == nil }

  func deliver(_ action: Act) { if !isCancelled { entry.send(action) } }

  func end(_ result: Result<Void, any Error>) {
    guard let handedOut = handedOut.take() else { return }
    DrivenEntry.complete(handedOut) { effect in
      switch result {
      case .success: effect.finish()
      case .failure(let error): effect.fail(error)
      }
    }
  }
}

/// The work of an effect that callbacks drive.
package final class CallbackJob {
  fileprivate let begin: (DrivenEntry) -> Void
  fileprivate let stop: (DrivenEntry) -> Void

  package init(begin: @escaping (DrivenEntry) -> Void, stop: @escaping (DrivenEntry) -> Void) {
    self.begin = begin
    self.stop = stop
  }

  package var effect: Effect<Act> {
    Effect(untyped: DrivenEntry(Driver.self, DriverWords(nil, nil, nil), owner: self))
  }

  private enum Driver: EffectDriver {
    static func begin(_ effect: DrivenEntry) { (effect.owner as? CallbackJob)?.begin(effect) }
    static func stop(_ effect: DrivenEntry) { (effect.owner as? CallbackJob)?.stop(effect) }
  }
}

// MARK: - Tasks

/// The sender of a task, which waits until it learns how it ends.
final class TaskSender: Sender, @unchecked Sendable {
  private let send: Send<Act>
  private(set) var isCancelled = false
  private var ended: Result<Void, any Error>?
  private var waiting: CheckedContinuation<Void, any Error>?

  init(_ send: Send<Act>) { self.send = send }

  var isEnded: Bool { ended != nil }

  func deliver(_ action: Act) { send.deliver(action) }

  func end(_ result: Result<Void, any Error>) {
    if isEnded { return }
    ended = result
    waiting?.resume(with: result)
    waiting = nil
  }

  /// Waits for the end. `cancelled` is called if the effect is cancelled before.
  func wait(cancelled: @escaping @Sendable () -> Void) async throws {
    // An effect that has already ended must not have to wait for its turn.
    if let ended { return try ended.get() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        if let ended { continuation.resume(with: ended) } else { waiting = continuation }
      }
    } onCancel: {
      isCancelled = true
      if !isEnded { cancelled() }
    }
  }
}
