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

  package func mismatch(_ action: JSONNode) -> JSONError? {
    guard action.mayBeAction, let (key, payload) = JSONCase.of(action),
      let found = cases.first(where: { $0.name.isNamed(key) })
    else {
      return .expected(oneOf: cases.map(\.name.name), insteadOf: action)
    }
    return found.mismatch(payload)?.below(JSONPointer(keys: [found.name.name]))
  }
}
