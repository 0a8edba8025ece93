/// The identity of a value in a slot: its case, and its declared id.
package struct JSONIdentity: Hashable, @unchecked Sendable {
  /// The name of the case; nil for a struct.
  let caseName: JSONCase?
  let id: JSON?
  /// The write that assigned the value, if it distinguishes the value from an equal value.
  let assigned: UInt64

  /// The identity of a value without a case or an id.
  static let present = JSONIdentity(caseName: nil, id: nil, assigned: 0)
}

extension JSONIdentity {
  /// Makes the identity of a value; nil for null and for a missing value.
  init?(_ node: JSONNode?, _ options: JSONSlotOptions) {
    var names = JSONCaseNames()
    self.init(node, options.kind, options.idKey, &names)
  }

  /// Makes the identity of a value, with case names from a cache; nil for null and for a missing value.
  init?(
    _ node: JSONNode?, _ kind: JSONSlotOptions.Kind, _ idKey: JSONCase?,
    _ names: inout JSONCaseNames
  ) {
    guard let (key, id) = Self.parts(of: node, kind, idKey) else { return nil }
    caseName = key.map { names.name($0) }
    self.id = id.map(JSON.init(borrowing:))
    assigned = 0
  }

  /// Whether a value has this identity. Compares without copying or retaining.
  func isThat(of node: JSONNode?, _ options: JSONSlotOptions) -> Bool {
    guard let (key, other) = Self.parts(of: node, options.kind, options.idKey) else { return false }
    guard key.map({ caseName?.isNamed($0) == true }) ?? (caseName == nil) else { return false }
    switch (id, other) {
    case (nil, nil): return true
    case (let id?, let other?): return id.withNode { $0 == other } || id == JSON(borrowing: other)
    default: return false
    }
  }

  /// Returns the name of a value's case and its id, borrowed; nil for null and for a missing value.
  private static func parts(
    of node: JSONNode?, _ kind: JSONSlotOptions.Kind, _ idKey: JSONCase?
  ) -> (key: JSONBytes?, id: JSONNode?)? {
    guard let node, !node.isNull else { return nil }
    guard kind == .enumeration, let (key, payload) = JSONCase.of(node) else {
      return (nil, idKey?.member(of: node))
    }
    return (key, payload.flatMap { idKey?.member(of: $0) })
  }
}

/// A cache for the names of the cases that a slot has presented.
struct JSONCaseNames {
  private var known: [JSONCase] = []
  /// The number of names that are cached, which is more than most slots need.
  private static let most = 16

  mutating func name(_ bytes: JSONBytes) -> JSONCase {
    for index in known.indices where known[index].isNamed(bytes) { return known[index] }
    let made = JSONCase(bytes: bytes)
    if known.count < Self.most { known.append(made) }
    return made
  }
}
