internal import CKumiki
internal import KumikiJSON

/// What an observer was told last, so that it is told again only when that differs.
///
/// A scalar is kept and compared. A container of JSON state is not kept, since retaining it would make the
/// next write copy it: it has changed when a write reached it. A container of typed state has changed when
/// its encoding differs.
struct LastTold {
  private enum Value {
    case nothing
    /// Most values that change often are integers.
    case integer(json_int_t)
    case scalar(JSON)
    case container
    case encoded(JSON)
  }

  private var value = Value.nothing
  private let keepsContainers: Bool

  init(keepsContainers: Bool) { self.keepsContainers = keepsContainers }

  /// Whether there was a value.
  var isThere: Bool {
    if case .nothing = value { false } else { true }
  }

  /// The value that was told, if it is kept.
  var kept: JSON? {
    switch value {
    case .integer(let number): JSON(integerLiteral: Int64(number))
    case .scalar(let json), .encoded(let json): json
    case .nothing, .container: nil
    }
  }

  /// Remembers a borrowed value; true where it is not what was told last. Integers and values that are not
  /// kept cost no allocation.
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

  /// Remembers an owned value; true where it is not what was told last.
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
