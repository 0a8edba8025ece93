internal import KumikiValues
internal import KumikiJSON

/// A store whose state is a JSON document: its root reducer is in C. A store of a feature in Swift has none of these
/// functions.
protocol DocumentSource: AnyObject {
  /// Replaces the reducer.
  func replaceReducer(_ reducer: JSONReducer) throws
  /// The record of the steps.
  func trace() -> JSONTrace
  /// Records what each burst does to the part at an address.
  ///
  /// - Parameter returning: whether the way back is needed too.
  func recordChanges(at address: JSONAddress, returning: Bool) -> RecordedChanges
  /// The form of the rows at an address, from the operator there; nil without an operator.
  func rowsForm(at address: JSONAddress) -> JSONRowsForm?
  /// Throws if the state can never have a value at a place with "*" for any step.
  ///
  /// - Parameter subject: the argument that names it, for messages. So in the others.
  func checkPlaces(_ keys: [String], _ subject: String) throws
  /// Throws if no action can have the cases of a path. The path goes through elements.
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
