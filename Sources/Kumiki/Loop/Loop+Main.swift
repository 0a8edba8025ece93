internal import CLinux
internal import Glibc

// The main actor's loop. Its executor runs it, on whatever thread that is: a Swift program on Linux keeps
// the main actor on no thread of its own.

extension Loop {
  /// The main actor's loop, which the main actor's executor runs: a program need do nothing for it.
  ///
  ///     @main struct App {
  ///       @MainActor static func main() async {
  ///         let store = Store(initialState: Counter.State()) { Counter() }
  ///         await store.send(.load).finish()
  ///       }
  ///     }
  ///
  /// It goes on as long as the process, and its stores are used by code of the main actor alone. It runs
  /// when the main actor has nothing else to do: code that blocks the main actor keeps it waiting, and so
  /// does a `main` that is not `async`, where the program makes a ``Loop`` of its own and runs that.
  public static let main = Loop(
    kind: .live, threadID: ThreadFrame.freshID(), pump: MainPump())

  /// Whether the caller is code of the main actor, in a task.
  static var runsOnMainActor: Bool { kumiki_runs_on_main_actor() }

  /// Whether this is the main actor's loop, and the caller code of the main actor.
  @inline(never)
  var isMainActorHere: Bool { isMainActors && inbox.isOurs && Self.runsOnMainActor }

  /// Lets `work` happen on the loop's thread, and returns when it has. Any thread but while the loop's waits
  /// for it.
  func waitOnOwnThread(_ work: @escaping () -> Void) {
    guard !isCurrentThread else { return work() }
    let done = Signal()
    let work = UncheckedSendable(work)
    guard
      post({
        work.value()
        done.give()
      })
    else { return }
    done.wait()
  }
}

/// What one thread waits for until another gives it, once.
@safe private final class Signal: @unchecked Sendable {
  // Linux guards what the address has.
  private let semaphore: UnsafeMutablePointer<sem_t>

  init() {
    unsafe semaphore = .allocate(capacity: 1)
    unsafe semaphore.initialize(to: sem_t())
    unsafe sem_init(semaphore, 0, 0)
  }

  deinit {
    unsafe sem_destroy(semaphore)
    unsafe semaphore.deallocate()
  }

  func give() { unsafe sem_post(semaphore) }
  func wait() { while unsafe sem_wait(semaphore) != 0 {} }
}

/// Has the main actor's executor run its loop: at once where something is due, and at the moment of its next
/// timer. While nothing is, nothing wakes up.
final class MainPump: LoopPump {
  /// The main actor was asked, and has not come yet.
  private let isCalled = Guarded(false)
  private let alarm = Alarm { await MainPump.serve() }

  func call() {
    guard isCalled.withLock({ !exchange(&$0, with: true) }) else { return }
    // Detached, so that the task-local values of the caller do not hold in what the loop runs.
    Task.detached { @MainActor [self] in
      isCalled.withLock { $0 = false }
      Self.serve()
    }
  }

  func update(hasWork: Bool, nextTimer: UInt64?) {
    // The turn that then comes tells of the timers again.
    if hasWork { return call() }
    if let nextTimer { alarm.set(to: nextTimer) }
  }

  @MainActor
  private static func serve() {
    // Where the loop cannot be run it is being run further up, or this is the child of a fork.
    _ = try? Loop.main.dispatch(timeoutMilliseconds: 0)
  }
}
