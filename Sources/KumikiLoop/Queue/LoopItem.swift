/// One thing for a loop to run.
///
/// Sendable because it is handed over whole: code that posts an item does not use it afterwards, and only
/// the loop's thread takes it out.
enum LoopItem: @unchecked Sendable {
  /// A closure: a post, or work for the next turn. Dropped when the loop closes.
  case work(() -> Void)
  /// A closure to be called after the turn, where the loop may be run. Dropped likewise.
  case outside(() -> Void)
  /// An effect that is to begin. Dropped like a closure.
  case effect(any QueuedEffect)
  /// Another thread's last message about an effect.
  case message(any LastMessage)
  /// A job of the Swift runtime. It owns its task's next step, so it is never dropped.
  case job(UnownedJob, JobRole)
  /// A job that is due `delay` nanoseconds after the loop takes it in.
  case delayedJob(UnownedJob, JobRole, delay: UInt64)
  /// A timer that was due when it was set.
  case timer(LoopTimer)
  /// What a timer does for a task that sleeps by the loop's clock.
  case wake(any Sleeping)
  /// What a timer does for delayed work.
  case begin(any DelayedWork)
}

/// An effect as the loop's queue has it.
package protocol QueuedEffect: AnyObject {
  /// Whether it was ended while it waited.
  var isFinished: Bool { get }
  /// Begins its work.
  func begin()
}

/// A task that sleeps by the loop's clock.
protocol Sleeping: AnyObject, Sendable {
  /// Resumes the task: its deadline has come.
  func wake()
  /// Ends the sleep with an error. Any thread.
  func cancel()
}

/// Work that waits for a moment to begin, or begins earlier when the program finishes.
package protocol DelayedWork: AnyObject {
  /// Called when the moment has come, or is not waited for.
  func begin()
  /// Cancels the wait: it never begins.
  func drop()
  /// Whether what it began has ended, or its wait was cancelled.
  var isOver: Bool { get }
}

/// What another thread says last about an effect, with the references that it had.
package protocol LastMessage: AnyObject, Sendable {
  /// Ends the effect. On the loop's thread.
  func arrive()
  /// Releases everything: the loop has closed. On the loop's thread.
  func drop()
}

/// The executor for which a Swift job is run.
enum JobRole: Sendable {
  /// Its task prefers the loop.
  case preferring
  /// It belongs to an actor whose executor is the loop.
  case isolated
  /// It belongs to the main actor, which this loop's thread stands for.
  case main
  /// It asked for no executor at all.
  case global
  /// It ends the sleep of a task that prefers the loop, and asks for no executor itself.
  case wake
}

extension LoopItem {
  /// The delayed work that this item begins, itself or as a timer.
  var delayedWork: (any DelayedWork)? {
    switch self {
    case .begin(let work): work
    case .timer(let timer): timer.work?.delayedWork
    default: nil
    }
  }
}
