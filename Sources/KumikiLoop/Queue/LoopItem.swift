/// One item for a loop to run.
///
/// Sendable because an item is handed over whole: the code that posts it does not use it afterwards, and only the
/// loop's thread takes it out.
enum LoopItem: @unchecked Sendable {
  /// A closure: a post, or work for the next iteration. Dropped when the loop closes.
  case work(() -> Void)
  /// A closure to be called after the iteration, where the loop may be run. Dropped likewise.
  case outside(() -> Void)
  /// An effect that is to begin. Dropped like a closure.
  case effect(any QueuedEffect)
  /// Another thread's last message about an effect.
  case message(any LastMessage)
  /// A job of the Swift runtime. It owns its task's next step, so it is never dropped.
  case job(UnownedJob, JobRole)
  /// A job that is due `delay` nanoseconds after the loop accepts it.
  case delayedJob(UnownedJob, JobRole, delay: UInt64)
  /// A timer that was due when it was set.
  case timer(LoopTimer)
  /// A timer's work for a task that sleeps on the loop's clock.
  case wake(any Sleeping)
  /// A timer's work for delayed work.
  case begin(any DelayedWork)
}

/// An effect in the loop's queue.
package protocol QueuedEffect: AnyObject {
  /// Whether the effect was ended while it waited.
  var isFinished: Bool { get }
  /// Begins the effect's work.
  func begin()
}

/// A task that sleeps on the loop's clock.
protocol Sleeping: AnyObject, Sendable {
  /// Resumes the task, because its deadline has come.
  func wake()
  /// Ends the sleep with an error. Usable on any thread.
  func cancel()
}

/// Work that begins at a set time, or earlier if the program finishes.
package protocol DelayedWork: AnyObject {
  /// Called when the time has come, or is no longer awaited.
  func begin()
  /// Cancels the wait, so that the work never begins.
  func drop()
  /// Whether the work that it began has ended, or its wait was cancelled.
  var isOver: Bool { get }
}

/// Another thread's last message about an effect, with the references that the thread had.
package protocol LastMessage: AnyObject, Sendable {
  /// Ends the effect. Called on the loop's thread.
  func arrive()
  /// Releases everything, because the loop has closed. Called on the loop's thread.
  func drop()
}

/// The executor for which a Swift job runs.
enum JobRole: Sendable {
  /// The job's task prefers the loop.
  case preferring
  /// The job belongs to an actor whose executor is the loop.
  case isolated
  /// The job belongs to the main actor, whose thread is this loop's.
  case main
  /// The job requests no executor.
  case global
  /// The job ends the sleep of a task that prefers the loop, and requests no executor itself.
  case wake
}

extension LoopItem {
  /// The delayed work that this item begins, directly or as a timer.
  var delayedWork: (any DelayedWork)? {
    switch self {
    case .begin(let work): work
    case .timer(let timer): timer.work?.delayedWork
    default: nil
    }
  }
}
