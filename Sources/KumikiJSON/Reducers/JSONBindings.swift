internal import CJansson
internal import Kumiki

/// Writes what a view's binding sends: `{"binding": {"path": "/name", "value": "x"}}`.
///
/// What the path names must be there, and be a field that views may write; anything else changes nothing
/// and is the issue `binding-failed`.
struct JSONBindingReducer: Reducer {
  typealias State = JSONState
  typealias Action = JSONAction
  typealias Body = Never

  let path: JSONCasePath
  /// What views may write; nil: all that is there, whatever it becomes.
  let fields: JSONFields?

  static let pathCase = JSONCase("path")
  static let value = JSONCase("value")

  func reduce(into state: inout JSONState, action: JSONAction) -> Effect<JSONAction> {
    guard let node = path.payload(of: action.node), let write = Self.parts(node) else {
      return .none
    }
    ReduceContext.noteBinding()
    do {
      let pointer = try JSONPointer(write.path)
      let isThere = state.node.map { pointer.resolve(in: $0) != nil } ?? false
      let mayBeAbsent = try fields?.check(pointer, write.value) ?? false
      guard isThere || mayBeAbsent else { throw JSONWriteError.notFound }
      try state.set(pointer, stealing: json_incref(write.value)!)
    } catch JSONWriteError.invalid {
      // Told already, by an issue that says more.
    } catch {
      ReduceContext.report(
        .bindingFailed, "a binding could not write \(write.path): \(reason(error, write, state))",
        label: "bindings \(path.text)", statePath: state.path + write.path)
    }
    return .none
  }

  private func reason(
    _ error: any Error, _ write: (path: String, value: JSONNode), _ state: JSONState
  ) -> String {
    switch error {
    case let error as JSONError: error.message
    case let error as JSONWriteError:
      error.reason(try? JSONPointer(write.path), from: state.node)
    default: "\(error)"
    }
  }

  private static func parts(_ node: JSONNode) -> (path: String, value: JSONNode)? {
    guard let text = pathCase.member(of: node).flatMap({ JSON(borrowing: $0).string }),
      let value = value.member(of: node)
    else { return nil }
    return (text, value)
  }

  static func isWrite(_ node: JSONNode) -> Bool {
    node.pointee.type == JSON_OBJECT && json_object_size(node) == 2 && parts(node) != nil
  }

  func misfit(_ action: JSONActionNode) -> JSONError? {
    do {
      guard let node = try path.descend(action)?.node else { return nil }
      guard Self.isWrite(node) else {
        throw JSONError(.decode, message: "expected {\"path\", \"value\"}, the path a text")
          .below(path)
      }
      return nil
    } catch {
      return error as? JSONError
    }
  }
}

extension JSONNode {
  /// True where an action has the form of a binding's write, in whatever cases. A short look: whether
  /// the feature has such a case is another question.
  package var looksLikeBinding: Bool {
    var node = self
    while let payload = JSONCase.of(node)?.payload {
      let inner = JSONElementActionOptic.parts(node)?.action ?? payload
      if JSONBindingReducer.isWrite(inner) { return true }
      node = inner
    }
    return false
  }
}

extension JSONReducer {
  package static func bindings(_ path: JSONCasePath, _ fields: JSONFields? = nil) -> JSONReducer {
    let reducer = JSONBindingReducer(path: path, fields: fields)
    return JSONReducer(
      of: [],
      shape: .binding(cases: path.names), misfit: reducer.misfit(_:), step: erase(reducer))
  }

  /// Writes each action and what it changed to standard error. It holds a copy of the state meanwhile,
  /// so it costs a copy of what is written: a tool for looking, not for shipping.
  package func printChanges(_ label: String) -> JSONReducer {
    wrapped {
      JSONReducer(of: []) { state, action, context in
        let before = state.node.map(JSON.init(borrowing:))
        let effect = self._step(into: &state, action: action, in: context)
        let after = state.node.map(JSON.init(borrowing:))
        let lines = JSONDiff.lines(before, after)
        ChangePrinter.standardError.print(label, self.shape.text(of: action.node), lines)
        return effect
      }
    }
  }
}
