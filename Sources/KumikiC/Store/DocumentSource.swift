internal import KumikiValues
internal import KumikiJSON

/// A store whose state is a JSON document: its root reducer is written in C. The store of a Swift feature has none of
/// these functions.
protocol DocumentSource: AnyObject {
  func replaceReducer(_ reducer: JSONReducer) throws
  /// The record of the steps.
  func trace() -> JSONTrace
  /// Returns the steps of the history whose counts are at a place; nil without such a history.
  func undoSteps(at place: JSONPointer) -> JSON?
  /// Records the changes that each burst makes to the part at an address.
  ///
  /// - Parameter returning: Whether inverse patches are needed too.
  func recordChanges(at address: JSONAddress, returning: Bool) -> RecordedChanges
  /// Returns the shape of the rows at an address, from the operator there; nil without an operator.
  func rowsForm(at address: JSONAddress) -> JSONRowsForm?
  /// Throws if the state can never have a value at a place. "*" stands for any token.
  ///
  /// - Parameter subject: The argument that names the place, for messages. The same holds for the functions below.
  func checkPlaces(_ keys: [String], _ subject: String) throws
  /// Throws if no action can have the cases of a path. The path passes through elements.
  func checkActions(_ path: [String], _ subject: String) throws
}

/// The changes of each burst, for observers of patches.
struct RecordedChanges {
  /// A store that does not record compares values instead.
  var written: () -> JSONWritten = { .whole }
  /// The value before the burst; nil if there was none.
  var before: () -> JSON? = { .none }
  var stop: () -> Void = {}
}
