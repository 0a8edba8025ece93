// The main actor's loop. The main actor's executor runs it, on any thread: on Linux the main actor of a Swift program
// has no thread of its own.

extension Loop {
  /// The main actor's loop. The main actor's executor runs it: a program need not do so.
  ///
  ///     @main struct App {
  ///       @MainActor static func main() async {
  ///         let store = Store(initialState: Counter.State()) { Counter() }
  ///         await store.send(.load).finish()
  ///       }
  ///     }
  ///
  /// It lives as long as the process, and only code of the main actor uses its stores. It runs when the main actor
  /// has nothing else to do, so code that blocks the main actor delays it. A `main` that is not `async` blocks it
  /// too; such a program makes and runs its own ``Loop``.
  public static let main = Loop(
    kind: .live, threadID: ThreadFrame.freshID(), pump: MainPump())

  /// Whether the caller is code of the main actor, in a task.
  static var runsOnMainActor: Bool { RunningExecutor.isMainActors }

  /// Whether this is the main actor's loop and the caller is code of the main actor.
  @usableFromInline @inline(never)
  var isMainActorHere: Bool { isMainActors && inbox.isOurs && Self.runsOnMainActor }
}

/// Makes the main actor's executor run its loop: immediately if something is due, and at the time of the next timer.
/// Otherwise nothing wakes up.
final class MainPump: LoopPump {
  /// Whether the main actor was called and has not yet run the loop.
  private let isCalled = Guarded(false)
  private let alarm = Alarm { await MainPump.serve() }

  func call() {
    guard isCalled.withLock({ !exchange(&$0, with: true) }) else { return }
    // Detached, so that the caller's task-local values do not apply to the work that the loop runs.
    Task.detached { @MainActor [self] in
      isCalled.withLock { $0 = false }
      Self.serve()
    }
  }

  func update(hasWork: Bool, nextTimer: UInt64?) {
    // The following iteration reports the timers again.
    if hasWork { return call() }
    if let nextTimer { alarm.set(to: nextTimer) }
  }

  @MainActor
  private static func serve() {
    // If the loop cannot run, it is already running further up the stack, or this is the child of a fork.
    _ = try? Loop.main.dispatch(timeoutMilliseconds: 0)
  }
}
