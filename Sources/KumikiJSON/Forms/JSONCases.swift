/// The declared cases of an action. Any other action is refused before a reducer runs.
package struct JSONCases: Sendable {
  /// One case and the declaration of its payload.
  package struct Case: Sendable {
    let name: JSONCase
    let payload: String?
    /// Whether only the effects of the feature send the case.
    let isPrivate: Bool

    /// - Parameters:
    ///   - name: the name, after the word `private` for a private case.
    ///   - payload: nil for no payload; a kind, or kinds with labels: `from: integer, to: integer?`.
    /// - Throws: for a name that is empty or contains a dot.
    package init(_ name: String, _ payload: String?) throws(JSONError) {
      let bare = JSONFormReader.name(in: name, after: JSONFormReader.privately)
      isPrivate = bare != nil
      let name = bare ?? name
      guard try JSONCasePath(name).cases.count == 1 else {
        throw JSONError(
          .invalidPointer, message: "a case is one name without dots, not \"\(name)\"")
      }
      self.name = JSONCase(name)
      self.payload = payload
    }
  }

  let form: JSONForm

  /// - Throws: for a payload that is not a kind.
  package init(_ cases: [Case]) throws(JSONError) { form = try JSONForm(cases: cases) }

  /// - Throws: as the other initializer, and if two cases have the same name.
  package init(distinct cases: [Case]) throws(JSONError) {
    var names: Set<JSONCase> = []
    if let second = cases.first(where: { !names.insert($0.name).inserted }) {
      throw JSONError(.invalidPointer, message: "the case \"\(second.name.name)\" occurs twice")
    }
    try self.init(cases)
  }

  /// Returns an action's case and payload: null for none, which `{}` also means unless an object is declared.
  package func find(_ action: JSONNode) -> (index: Int, payload: JSONNode)? {
    guard let (key, payload) = JSONCase.of(action), let index = form.index(ofCase: key) else {
      return nil
    }
    let declared = JSONForm(form.table, form.kind.parts[index].form)
    if declared.isObject, let payload, payload.isObject { return (index, payload) }
    return (index, payload.asPayload)
  }
}
