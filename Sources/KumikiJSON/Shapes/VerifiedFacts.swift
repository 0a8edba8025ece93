internal import KumikiValues

/// Facts that operators have verified in a state, which another reducer's operators need not check again.
final class VerifiedFacts {
  private var rows: [JSONNode: JSONRowsForm] = [:]
  private var substates: [JSONNode: [any TypedSubstate]] = [:]

  /// Records what was verified in a value. Nil if nothing was.
  func note(_ rows: JSONRowsForm?, _ substates: [any TypedSubstate], in node: JSONNode) {
    self.rows[node] = rows
    if !substates.isEmpty { self.substates[node] = substates }
  }

  /// Whether an array is known to be rows with unique ids of this form.
  func hasRows(_ array: JSONNode, _ form: JSONRowsForm) -> Bool {
    guard let known = rows[array] else { return false }
    return known.idKey == form.idKey && known.isPath == form.isPath
  }

  /// Returns why a feature in another language cannot read its state; nil if it can. This is a trial read,
  /// because an error after the state is taken over would be too late.
  func mismatch(_ kind: TypedSubstateKind?, _ node: JSONNode?) -> JSONError? {
    guard let kind, let node else { return nil }
    if substates[node]?.contains(where: { $0.kind === kind }) == true { return nil }
    return kind.mismatch(ofState: node)
  }
}
