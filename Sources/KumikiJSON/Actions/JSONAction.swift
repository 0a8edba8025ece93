/// An action of a JSON feature. It is a borrowed pointer while it is handled, and an owned reference if it
/// outlives the call (in a buffer, an effect, an issue).
public struct JSONAction: @unchecked Sendable {
  // Sendable: a borrowed action stays on the thread that handles it.
  @usableFromInline package let at: JSONActionNode
  /// The object that keeps the value of an owned reference alive: a storage, or the effect that sends the action.
  private let owner: AnyObject?

  @inlinable @inline(__always)
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

  /// The part that an effect sent, in the words of the effect's feature. The features around it have wrapped the part.
  var sent: JSONNode { (owner as? JSON.Storage)?.sent ?? node }

  /// Returns this action as a feature around its own receives it.
  ///
  /// - Parameter wrap: makes the feature's action. It must contain the value itself, not a copy.
  func wrapped(_ wrap: (JSON) -> JSON) -> JSONAction {
    let json = json
    return JSONAction(wrap(json).retained(), sent: json.storage.sent ?? node)
  }

  /// An action that was judged when it was first sent: a replay repeats it.
  package static func judged(_ action: JSON) -> JSONAction {
    JSONAction(action.retained(), sent: ofAnyone)
  }

  /// An action of the program, which is judged when it is reduced.
  package static func ofProgram(_ action: JSON) -> JSONAction {
    JSONAction(action.retained(), sent: noEffect)
  }

  /// Values that are no part of an action: the judgement never meets the first, so each level counts as the sender's
  /// own; the second stands for no effect.
  private static var ofAnyone: JSONNode { .null }
  private static var noEffect: JSONNode { .bool(true) }

  /// ``sent``; nil for an action of the program.
  var sentByEffect: JSONNode? { sent == Self.noEffect ? nil : sent }

  private init(_ node: JSONNode, sent: JSONNode) {
    let storage = JSON.Storage(node, sent: sent)
    self.init(storage.node, keptBy: storage)
  }
}
