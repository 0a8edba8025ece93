internal import CKumiki
internal import Kumiki
internal import KumikiJSON

extension JSONReducer {
  /// A Swift feature inside a tree written in C.
  ///
  /// Its typed state is kept beside its JSON node and decoded again only when somebody else replaced
  /// the node; so what it presents keeps its identity from action to action.
  ///
  /// The reducer is made when the first action reaches it, and then kept.
  convenience init<R: Reducer>(
    typed name: String, _ make: @escaping @Sendable () -> R
  ) where R.State: Codable, R.Action: Codable {
    self.init(
      misfit: { action in
        do throws(JSONError) {
          _ = try JSONBridge.decode(R.Action.self, from: action)
          return nil
        } catch {
          return error
        }
      },
      step: { state, action in
        guard let typed = try? JSONBridge.decode(R.Action.self, from: action.node) else {
          return .none
        }
        let cell = state.cell { TypedCell<R>(make()) }
        do throws(JSONError) {
          var value = try cell.value(of: state.node)
          let effect = cell.reducer.reduce(into: &value, action: typed)
          try cell.store(value, into: &state)
          return effect.lift { action in
            JSONAction((try? JSONBridge.encode(action)) ?? JSON.null)
          }
        } catch {
          ReduceContext.report(
            .actionMisfit, "\(error.message); the state does not fit the feature \(name)",
            label: "feature \(name)", statePath: state.path + error.path)
          return .none
        }
      })
  }
}

/// The typed state of a Swift feature at one place of a JSON state.
private final class TypedCell<R: Reducer> where R.State: Codable, R.Action: Codable {
  let reducer: R
  /// The value, and the node that it was encoded to: whoever replaced the node has written past it.
  private var current: (value: R.State, json: JSON)?

  init(_ reducer: R) { self.reducer = reducer }

  /// Takes the value out, so that changing it copies nothing.
  func value(of node: JSONNode?) throws(JSONError) -> R.State {
    if let (value, json) = current, json.node == node {
      current = nil
      return value
    }
    guard let node else { throw JSONError(.notFound, message: "nothing is there") }
    return try JSONBridge.decode(R.State.self, from: node)
  }

  /// Puts the value back, and its JSON into the state where that has changed.
  func store(_ value: R.State, into state: inout JSONState) throws(JSONError) {
    let json = try JSONBridge.encode(value)
    if let node = state.node, JSON(borrowing: node) == json {
      current = (value, JSON(borrowing: node))
      return
    }
    state.replace(with: json)
    current = (value, json)
  }
}
