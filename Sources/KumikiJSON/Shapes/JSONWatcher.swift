/// The names of an operator that only observes places and cases, and runs nothing there.
final class JSONWatcher: Sendable {
  /// The operator and its place, for messages.
  let name: String
  let place: JSONPointer
  /// Whether the place is a case of an enum.
  let isCase: Bool
  /// The places inside a row, if the place is an array of rows.
  let inRows: [JSONPointer]
  /// The case paths of actions.
  let actions: [JSONCasePath]

  init(
    _ name: String, _ place: JSONPointer = .root, isCase: Bool = false,
    inRows: [JSONPointer] = [], actions: [JSONCasePath] = []
  ) {
    self.name = name
    self.place = place
    self.isCase = isCase
    self.inRows = inRows
    self.actions = actions
  }
}
