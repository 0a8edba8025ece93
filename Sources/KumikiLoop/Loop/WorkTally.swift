/// Counts of the jobs and effects that a loop runs.
///
/// Belongs to the loop's thread.
package struct WorkTally {
  /// Whether blocking work may no longer begin, because the loop is finishing and cancels such work.
  package internal(set) var isCancelled = false
  /// The number of running effects that ``Loop/finish(timeoutMilliseconds:_:)`` awaits, besides the workers' effects.
  package var awaited = 0
  /// The number of jobs that have run in ``Loop/serve()``.
  package internal(set) var servedJobs = 0
  /// The number of Swift jobs that have begun. While it does not change, no task of the loop has suspended.
  package internal(set) var begunJobs: UInt64 = 0
  /// The number of actions that tasks have sent without waiting, counted whenever a task has to yield because of them.
  package var unwaitedSends: UInt64 = 0
}
