/// The cases that an action may be, said beforehand: any other is refused before a reducer runs.
package struct JSONCases: Sendable {
  /// One case, and what may stand under it.
  package struct Case: Sendable {
    let name: JSONCase
    /// One value without a label; nil where there is none.
    private let value: JSONForm?
    private let members: [(name: JSONCase, form: JSONForm)]

    /// - Parameter payload: nil for none; a form, or forms with labels: `from: integer, to: integer?`.
    /// - Throws: for a name that is empty or has a dot in it, and for what is no form.
    package init(_ name: String, _ payload: String?) throws(JSONError) {
      guard try JSONCasePath(name).cases.count == 1 else {
        throw JSONError(
          .invalidPointer, message: "a case is one name without dots, not \"\(name)\"")
      }
      self.name = JSONCase(name)
      guard let payload, payload.utf8.contains(UInt8(ascii: ":")) else {
        (value, members) = (
          try payload.map { text throws(JSONError) in try JSONForm(text[...]) }, []
        )
        return
      }
      var members: [(JSONCase, JSONForm)] = []
      for member in payload.split(separator: ",", omittingEmptySubsequences: false) {
        let parts = member.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].trimmed.isEmpty else { throw JSONForm.unknown(payload) }
        members.append((JSONCase(parts[0].trimmed), try JSONForm(parts[1])))
      }
      value = nil
      self.members = members
    }

    /// What does not fit in a payload, which is nil where the case is written as a bare name.
    fileprivate func mismatch(_ payload: JSONNode?) -> JSONError? {
      if let value { return value.mismatch(payload) }
      let isNothing = payload.map(\.isNull) ?? true
      guard !members.isEmpty else {
        let isEmpty = payload?.kind == .object && payload?.memberCount == 0
        return isNothing || isEmpty ? nil : .expected("no payload, null or {}", found: payload)
      }
      guard isNothing || payload?.kind == .object else {
        return .expected("an object", found: payload)
      }
      for (name, form) in members {
        if let mismatch = form.mismatch(payload.flatMap { name.member(of: $0) }) {
          return mismatch.below(JSONPointer(keys: [name.name]))
        }
      }
      return nil
    }
  }

  private let cases: [Case]

  package init(_ cases: [Case]) { self.cases = cases }

  /// - Throws: where two are of one name.
  package init(distinct cases: [Case]) throws(JSONError) {
    var names: Set<JSONCase> = []
    if let second = cases.first(where: { !names.insert($0.name).inserted }) {
      throw JSONError(.invalidPointer, message: "the case \"\(second.name.name)\" is there twice")
    }
    self.init(cases)
  }

  /// Which case an action is, and what it carries: jansson's `null` for nothing.
  package func find(_ action: JSONNode) -> (index: Int, payload: JSONNode)? {
    guard let (index, payload) = entry(of: action) else { return nil }
    return (index, payload.flatMap { $0.isNothing ? nil : $0 } ?? JSONNode.null)
  }

  package func mismatch(_ action: JSONNode) -> JSONError? {
    guard action.mayBeAction, let (index, payload) = entry(of: action) else {
      return .expected(oneOf: cases.map(\.name.name), insteadOf: action)
    }
    return cases[index].mismatch(payload)?.below(JSONPointer(keys: [cases[index].name.name]))
  }

  private func entry(of action: JSONNode) -> (index: Int, payload: JSONNode?)? {
    guard let (key, payload) = JSONCase.of(action),
      let index = cases.firstIndex(where: { $0.name.isNamed(key) })
    else { return nil }
    return (index, payload)
  }
}
