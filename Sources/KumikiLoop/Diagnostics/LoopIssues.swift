/// The issues of a loop, and their handler.
///
/// Belongs to the loop's thread.
package struct LoopIssues {
  /// Receives the issues. If nil, they are printed to standard error.
  var handler: ((Issue) -> Void)?
  var queue = IssueQueue()
  /// The last refused write of a reducer: the reason, and the place in the store's state.
  package var refusedWrite = (reason: "", place: "")
}
