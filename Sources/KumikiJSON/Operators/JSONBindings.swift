internal import KumikiValues

/// Performs a write that a binding of the user interface sends: `{"binding": {"path": "/name", "value": "x"}}`.
/// A path to a missing value, or to a field that bindings may not write, raises the issue `binding-failed`.
struct JSONBindingReducer: Reducer {
  typealias Body = Never

  let branch: JSONBranch
  /// The fields that bindings may write; nil for any existing value, with any new value.
  let fields: JSONFields?

  func reduce(into state: inout JSONState, action: JSONAction) -> Effect<JSONAction> {
    guard case .write(let path, let value)? = try? branch.read(action.at) else { return .none }
    let text = path.text
    ReduceContext.noteBinding()
    do {
      let pointer = try JSONPointer(text)
      let exists = state.node.map { pointer.resolve(in: $0) != nil } ?? false
      let mayBeAbsent = try fields?.check(pointer, value, in: state) ?? false
      guard exists || mayBeAbsent else { throw JSONWriteError.notFound }
      try state.set(pointer, stealing: value.retained())
    } catch JSONWriteError.invalid {
      // An issue has already reported it in more detail.
    } catch {
      // The path of a mismatch inside the written value is appended.
      let place = text + ((error as? JSONError)?.path ?? "")
      ReduceContext.report(
        .bindingFailed, "a binding could not write \(place): \(reason(error, text, state))",
        label: "bindings \(branch.path.text)", statePath: state.path + place)
    }
    return .none
  }

  private func reason(_ error: any Error, _ text: String, _ state: JSONState) -> String {
    switch error {
    case let error as JSONError: error.message
    case let error as JSONWriteError:
      error.reason(try? JSONPointer(text), from: state.node)
    default: "\(error)"
    }
  }
}

extension JSONFields {
  /// - Returns: whether the field may be absent.
  /// - Throws: if the pointer is not one of these fields, or the value does not match the field.
  func check(
    _ pointer: JSONPointer, _ value: JSONNode, in state: JSONState
  ) throws(JSONError) -> Bool {
    guard let form = self[pointer] else {
      throw JSONError(
        .decode,
        message: KnownNames.advice(
          "no such field; ", "there are ", fields.map(\.pointer.text), for: pointer.text))
    }
    guard form.isAsDeclared else {
      if let mismatch = form.mismatch(value) { throw mismatch }
      return form.isOptional
    }
    let declared = withExtendedLifetime(pointer) {
      state.declared(at: pointer.segments)?.forms ?? []
    }
    if let mismatch = declared.firstResult({ $0.mismatch(value) }) { throw mismatch }
    guard !declared.isEmpty else {
      throw JSONError(.decode, message: "no shape says what it may be")
    }
    return declared.allSatisfy(\.isOptional)
  }
}

extension JSONNode {
  /// Whether an action, inside any cases, is shaped like a binding's write, for a feature that has bindings.
  package var looksLikeBinding: Bool {
    var node = self
    while let payload = JSONCase.of(node)?.payload {
      let inner = JSONActionForm.element(of: node)?.action ?? payload
      if (try? JSONActionForm.binding(inner)) != nil { return true }
      node = inner
    }
    return false
  }
}

extension JSONReducer {
  package static func bindings(_ path: JSONCasePath, _ fields: JSONFields? = nil) -> JSONReducer {
    let branch = JSONBranch(path, .binding)
    return JSONReducer(
      of: [], shape: JSONShape(.binding(branch, fields)),
      running: AnyReducer(JSONBindingReducer(branch: branch, fields: fields)))
  }

  /// Prints each action and the resulting changes to standard error, at the cost of a copy of the written
  /// values.
  package func printChanges(_ label: String) -> JSONReducer {
    let printing = JSONReducer(of: []) { state, action, context in
      let before = state.node.map(JSON.init(borrowing:))
      let effect = self._step(into: &state, action: action, in: context)
      let after = state.node.map(JSON.init(borrowing:))
      let lines = JSONDiff.lines(before, after)
      ChangePrinter.standardError.print(label, self.shape.text(of: action.node), lines)
      return effect
    }
    return with(running: AnyReducer(printing))
  }
}
