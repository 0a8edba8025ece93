internal import CJansson

/// The identity of a value in a slot: its case, and its declared id.
package struct JSONIdentity: Hashable, @unchecked Sendable {
  /// Nil for a struct.
  let caseName: JSONCase?
  let id: JSON?
  /// The write that brought the value, where that distinguishes it from an equal one.
  let assigned: UInt64

  /// Something is there that has neither a case nor an id.
  static let present = JSONIdentity(caseName: nil, id: nil, assigned: 0)
}

extension JSONIdentity {

  /// Nil for null and for nothing.
  init?(_ node: JSONNode?, _ options: JSONSlotOptions) {
    var names = JSONCaseNames()
    self.init(node, options, &names)
  }

  /// The identity of a value, with case names from a cache; nil for null and for nothing.
  init?(_ node: JSONNode?, _ options: JSONSlotOptions, _ names: inout JSONCaseNames) {
    guard let node, node.pointee.type != JSON_NULL else { return nil }
    var payload: JSONNode? = node
    if options.kind == .enumeration, let (key, inner) = JSONCase.of(node) {
      caseName = names.name(key)
      payload = inner
    } else {
      caseName = nil
    }
    id = payload.flatMap { options.idKey?.member(of: $0) }.map(JSON.init(borrowing:))
    assigned = 0
  }

  /// This identity, distinguished also by the whole value and by the write that brought it.
  func with(value: JSONNode, assigned: UInt64) -> JSONIdentity {
    JSONIdentity(caseName: caseName, id: JSON(borrowing: value), assigned: assigned)
  }

  /// Whether a value has this identity; compares without copying or retaining.
  func isThat(of node: JSONNode?, _ options: JSONSlotOptions) -> Bool {
    guard let node, node.pointee.type != JSON_NULL else { return false }
    var payload: JSONNode? = node
    if options.kind == .enumeration, let (key, inner) = JSONCase.of(node) {
      guard let caseName, caseName.isNamed(key) else { return false }
      payload = inner
    } else if caseName != nil {
      return false
    }
    guard let idKey = options.idKey else { return true }
    let other = payload.flatMap { idKey.member(of: $0) }
    switch (id, other) {
    case (nil, nil): return true
    case (let id?, let other?): return id.withNode { $0 == other } || id == JSON(borrowing: other)
    default: return false
    }
  }
}

/// The names of the cases that a slot has presented, each made once.
struct JSONCaseNames {
  private var known: [JSONCase] = []
  /// More than most slots present; further names are not kept.
  private static let most = 16

  mutating func name(_ bytes: UnsafeRawBufferPointer) -> JSONCase {
    for name in known where name.isNamed(bytes) { return name }
    let made = JSONCase(bytes: bytes)
    if known.count < Self.most { known.append(made) }
    return made
  }
}
