package import KumikiValues

/// A list of the rows of a state, whatever the state is made of.
package protocol RowListSource: AnyObject {
  /// The list in line with the last burst.
  var current: RowList { get }
  /// Changes whenever the list may be another one. Of the last burst.
  var version: UInt64 { get }
  /// The row of an entry.
  func row(_ entry: Int32) -> JSON
  /// The id of the row of an entry; null for a row without one.
  func id(_ entry: Int32) -> JSON
  /// The entry of the row with an id.
  func entry(withID id: JSONNode) -> Int32?
  /// What all rows amount to.
  func totals() -> JSON
  /// The same for each group, with its value and where it begins.
  func groupTotals() -> JSON
  /// Called once, when the list ends.
  func end()
}
