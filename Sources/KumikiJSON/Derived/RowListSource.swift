package import KumikiValues

/// A list of the rows of a state, for a state of any kind.
package protocol RowListSource: AnyObject {
  /// The list, updated with the last burst.
  var current: RowList { get }
  /// Changes whenever the last burst may have changed the list.
  var version: UInt64 { get }
  /// Returns the row of an entry.
  func row(_ entry: Int32) -> JSON
  /// Returns the id of the row of an entry; null for a row without an id.
  func id(_ entry: Int32) -> JSON
  /// Returns the entry of the row with an id.
  func entry(withID id: JSONNode) -> Int32?
  /// Returns the totals of all rows.
  func totals() -> JSON
  /// Returns the totals of each group, with the group's value and the index of its first row.
  func groupTotals() -> JSON
  /// Ends the list. Called once.
  func end()
}
