/// The options for a loop's blocking work, and the pool that does it.
///
/// Belongs to the loop's thread.
struct LoopWorkers {
  var options = WorkerOptions()
  private(set) var pool: WorkerPool?

  /// Returns the pool, which is made on first use.
  mutating func used() -> WorkerPool {
    let used = pool ?? WorkerPool(options)
    pool = used
    return used
  }
}
