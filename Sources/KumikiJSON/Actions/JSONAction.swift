/// An action of a JSON feature. It is a borrowed pointer while it is handled, and an owned reference if it
/// outlives the call (in a buffer, an effect, an issue).
public struct JSONAction: @unchecked Sendable {
  // Sendable: a borrowed action stays on the thread that handles it.
  package let at: JSONActionNode
  /// The object that keeps the value of an owned reference alive: a storage, or the effect that sends the action.
  private let owner: AnyObject?

  package var node: JSONNode { at.node }

  /// Valid as long as the owner of `node` keeps the value alive.
  package init(borrowing node: JSONNode) { self.init(JSONActionNode(node)) }

  /// Valid as long as the node and its scanned parts.
  @inline(__always)
  package init(_ at: JSONActionNode) {
    self.at = at
    owner = nil
  }

  package init(_ value: JSON) {
    self.init(value.node, keptBy: value.storage)
  }

  /// - Parameter owner: keeps the value alive.
  init(_ node: JSONNode, keptBy owner: AnyObject) {
    at = JSONActionNode(node)
    self.owner = owner
  }

  package init(stealing node: JSONNode) { self.init(JSON(stealing: node)) }

  package var owned: JSONAction { owner == nil ? JSONAction(JSON(borrowing: node)) : self }

  package var json: JSON {
    (owner as? JSON.Storage).map { JSON($0) } ?? JSON(borrowing: node)
  }
}
