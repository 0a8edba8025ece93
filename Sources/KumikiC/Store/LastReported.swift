internal import KumikiJSON

/// The last value reported to an observer, which is notified again only if the value differs.
///
/// A scalar is kept and compared. A container in a JSON state is not kept, because the next write would have to copy
/// a retained container; it counts as changed when a write reached it. A container in a typed state counts as changed
/// if its encoding differs.
struct LastReported {
  private enum Value: Equatable {
    case nothing
    /// Most values that change often are integers, which need no allocation.
    case integer(Int64)
    case json(JSON)
    /// A container that is not kept.
    case container
  }

  private var value = Value.nothing
  private let keepsContainers: Bool

  init(keepsContainers: Bool) { self.keepsContainers = keepsContainers }

  /// Whether there was a value.
  var exists: Bool { value != .nothing }

  /// The last value, if it is kept.
  var kept: JSON? {
    switch value {
    case .json(let json): .some(json)
    case .integer(let integer): .some(JSON(integerLiteral: integer))
    case .nothing, .container: .none
    }
  }

  /// Stores a borrowed value; returns whether it differs from the last one.
  mutating func update(_ node: JSONNode?) -> Bool {
    guard let node else { return update(to: .nothing) }
    if node.isContainer, !keepsContainers { return update(to: .container) }
    if node.kind == .integer { return update(to: .integer(node.integer)) }
    if case .json(let json) = value, json.withNode({ $0.isEqual(to: node) }) { return false }
    value = .json(JSON(borrowing: node))
    return true
  }

  mutating func update(_ json: JSON?) -> Bool {
    guard let json else { return update(to: .nothing) }
    return json.withNode { update($0) }
  }

  private mutating func update(to new: Value) -> Bool {
    let isOther = new == .container || new != value
    value = new
    return isOther
  }
}
