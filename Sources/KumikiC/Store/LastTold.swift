internal import CKumiki
internal import KumikiJSON

/// What an observer was told last, so that it is told again only when that differs.
///
/// A scalar is kept and compared. A container is not kept (holding it would force a copy on the next
/// write): of JSON state it has changed when a write reached it, of typed state its encoding differs.
struct LastTold {
  private enum Value {
    case nothing
    /// Most that changes often is one.
    case integer(json_int_t)
    case scalar(JSON)
    case container
    case encoded(JSON)
  }

  private var value = Value.nothing
  private let keepsContainers: Bool

  init(keepsContainers: Bool) { self.keepsContainers = keepsContainers }

  /// Something was there.
  var isThere: Bool {
    if case .nothing = value { false } else { true }
  }

  /// What was told, where it is kept.
  var kept: JSON? {
    switch value {
    case .integer(let number): JSON(integerLiteral: Int64(number))
    case .scalar(let json), .encoded(let json): json
    case .nothing, .container: nil
    }
  }

  /// True where a borrowed value is not what was told last; remembers it. What is not kept, and an
  /// integer, cost nothing but the look.
  mutating func update(_ node: JSONNode?) -> Bool {
    guard let node else { return update(JSON?.none) }
    if node.isContainer, !keepsContainers {
      value = .container
      return true
    }
    if node.kind == .integer { return update(json_integer_value(node)) }
    if case .scalar(let json) = value, json.withNode({ $0.isEqual(to: node) }) { return false }
    return update(JSON(borrowing: node))
  }

  private mutating func update(_ number: json_int_t) -> Bool {
    if case .integer(number) = value { return false }
    value = .integer(number)
    return true
  }

  /// The same for an owned value.
  mutating func update(_ json: JSON?) -> Bool {
    if let json, json.kind == .integer { return update(json.withNode { json_integer_value($0) }) }
    let old = value
    guard let json else {
      value = .nothing
      if case .nothing = old { return false }
      return true
    }
    if json.withNode({ $0.isContainer }) {
      value = keepsContainers ? .encoded(json) : .container
      if case .encoded(let other) = old { return other != json }
      return true
    }
    value = .scalar(json)
    if case .scalar(let other) = old { return other != json }
    return true
  }
}
