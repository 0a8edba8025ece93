/// Counts of the jobs and effects that a loop runs.
///
/// Belongs to the loop's thread.
package struct WorkTally {
  /// Whether no blocking work begins: the loop is finished, and cancels it.
  package internal(set) var isCancelled = false
  /// How many effects at work ``Loop/finish(timeoutMilliseconds:_:)`` waits for, besides the effects of workers.
  package var awaited = 0
  /// How many jobs have run in ``Loop/serve()``.
  package internal(set) var servedJobs = 0
  /// How many Swift jobs have begun. While it stays the same, no task of the loop has suspended.
  package internal(set) var begunJobs: UInt64 = 0
  /// How many actions tasks have sent without waiting, of those that had to give their turn away for it.
  package var unwaitedSends: UInt64 = 0
}
