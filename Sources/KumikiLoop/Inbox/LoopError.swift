/// The reason why a loop refused to run.
public enum LoopError: Error, Equatable, Sendable {
  /// The call came from a thread other than the one that made the loop.
  case wrongThread
  /// The call came from inside a callback of the same loop.
  case busy
  /// The loop was closed, or it was made before a `fork` and this is the child.
  case closed
  /// The time passed, or on a virtual loop nothing was left to run, before the condition held.
  case timeout
  /// Only a virtual loop's clock can be moved.
  case notVirtual
  /// The timeout was neither -1 (no limit) nor a number of milliseconds from 0 up.
  case invalidTimeout
  /// Linux refused a call; `code` is its `errno`.
  case system(code: Int32, call: String)

  /// Makes system calls, and throws the error of a refused call.
  static func of<Result>(_ body: () throws(SystemError) -> Result) throws(LoopError) -> Result {
    do { return try body() } catch { throw .system(code: error.code, call: error.call) }
  }
}
