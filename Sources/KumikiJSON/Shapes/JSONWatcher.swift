/// The names that an operator has only to look by: of places and of cases. It runs nothing at them.
final class JSONWatcher: Sendable {
  /// The operator and its place, for messages.
  let name: String
  let place: JSONPointer
  /// Whether the place is a case of an enum.
  let isCase: Bool
  /// If the place is an array of rows: the places in a row.
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
