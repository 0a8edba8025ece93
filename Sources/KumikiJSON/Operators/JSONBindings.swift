internal import Kumiki

/// Writes what a view's binding sends: `{"binding": {"path": "/name", "value": "x"}}`. What is not there,
/// or no field that views may write, is the issue `binding-failed`.
struct JSONBindingReducer: Reducer {
  typealias Body = Never

  let branch: JSONBranch
  /// What views may write; nil: all that is there, whatever it becomes.
  let fields: JSONFields?

  func reduce(into state: inout JSONState, action: JSONAction) -> Effect<JSONAction> {
    guard case .write(let path, let value)? = try? branch.read(action.at) else { return .none }
    let text = path.text
    ReduceContext.noteBinding()
    do {
      let pointer = try JSONPointer(text)
      let isThere = state.node.map { pointer.resolve(in: $0) != nil } ?? false
      let mayBeAbsent = try fields?.check(pointer, value, in: state) ?? false
      guard isThere || mayBeAbsent else { throw JSONWriteError.notFound }
      try state.set(pointer, stealing: value.retained())
    } catch JSONWriteError.invalid {
      // Told already, by an issue that says more.
    } catch {
      ReduceContext.report(
        .bindingFailed, "a binding could not write \(text): \(reason(error, text, state))",
        label: "bindings \(branch.path.text)", statePath: state.path + text)
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

extension JSONNode {
  /// True where an action has the form of a binding's write, in whatever cases, if the feature has them.
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
      of: [], shape: JSONShape(.binding, branch, fields: fields, children: [.none]),
      running: AnyReducer(JSONBindingReducer(branch: branch, fields: fields)))
  }

  /// Writes each action and what it changed to standard error, at the cost of a copy of what is written.
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
