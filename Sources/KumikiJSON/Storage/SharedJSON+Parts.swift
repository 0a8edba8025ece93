internal import KumikiValues

extension JSON {
  /// Returns the value at a pointer.
  /// - Throws: `notFound`.
  package func part(_ pointer: JSONPointer) throws(JSONError) -> JSON {
    if let found = self[pointer] { return found }
    throw JSONError(.notFound, path: pointer.text, message: "nothing is there")
  }

  /// Returns this value with another value at a pointer: a member, or an existing element.
  /// - Throws: `notFound`, `tooDeep`.
  package func setting(_ pointer: JSONPointer, to value: JSON) throws(JSONError) -> JSON {
    if pointer.isRoot { return value }
    let whole = try JSONDocument(self, Identifiers(isCounting: true))
    var state = JSONState(whole)
    do throws(JSONWriteError) {
      try state.set(pointer, stealing: value.retained())
    } catch {
      if error == .tooDeep { throw .tooDeep(path: pointer.text) }
      throw JSONError(
        .notFound, path: pointer.text, message: error.reason(pointer, from: state.node))
    }
    return whole.snapshot
  }
}
