/// The issues of a loop, and their handler.
///
/// Belongs to the loop's thread.
package struct LoopIssues {
  /// Receives them; nil prints them to standard error.
  var handler: ((Issue) -> Void)?
  var queue = IssueQueue()
  /// The last write of a reducer that was refused: why, and where in the store's state.
  package var refusedWrite = (reason: "", place: "")
}
