/// A level of an action on its way through the operators, borrowed.
///
/// An incoming action is scanned once. The check notes in the scanned parts which operators read them, and
/// the operators take them from there. An action that was not scanned is inspected at each level.
@safe
package struct JSONActionNode {
  package let node: JSONNode
  /// The scanned parts at this level and below; valid while the action is handled.
  let parts: UnsafeMutablePointer<JSONActionPart>?

  @inline(__always)
  package init(_ node: JSONNode) { unsafe self.init(node, nil) }

  @inline(__always)
  init(_ node: JSONNode, _ parts: UnsafeMutablePointer<JSONActionPart>?) {
    self.node = node
    unsafe self.parts = parts
  }

  /// The payload of the named case: jansson's `null` for a case without one; nil for another case.
  @inline(__always)
  func payload(_ name: JSONSegmentRef) -> JSONActionNode? {
    guard let parts = unsafe parts, unsafe parts.pointee.isRead else {
      return name.pointee.payload(of: node).map { JSONActionNode($0) }
    }
    guard let key = unsafe parts.pointee.key, name.pointee.raw.isEqual(to: key) else { return nil }
    return unsafe JSONActionNode(parts.pointee.value, parts + 1)
  }

  /// The payload of the innermost of nested cases.
  @inline(__always)
  func payload(_ names: JSONSteps) -> JSONActionNode? {
    var inner = self
    for index in names.indices {
      guard let next = inner.payload(names.step(index)) else { return nil }
      inner = next
    }
    return inner
  }

  /// Whether this is a text or an object, as every action is.
  var isAction: Bool { node.isText || node.isObject }

  /// Whether it was scanned, and so checked.
  var isScanned: Bool { unsafe parts != nil }

  /// Whether the scan found an object with one member.
  var isOneCase: Bool { unsafe parts?.pointee.key != nil }

  /// The id and the action of `{"id": ID, "action": ACTION}`, even beside other members.
  @inline(__always)
  var element: (id: JSONNode, action: JSONActionNode)? {
    if let parts = unsafe parts, let id = unsafe parts.pointee.id {
      return unsafe (id, JSONActionNode(parts.pointee.value, parts + 1))
    }
    guard let id = JSONCase.id.member(of: node), let action = JSONCase.action.member(of: node)
    else { return nil }
    return (id, JSONActionNode(action))
  }

  /// ``element``, if there are no other members.
  @inline(__always)
  var soleElement: (id: JSONNode, action: JSONActionNode)? {
    node.isObject && node.memberCount == 2 ? element : nil
  }

  /// Notes that the branch with a number reads this level, and where the child's action is.
  @inline(__always)
  func note(_ branch: UInt64, _ child: JSONActionNode) {
    guard let parts = unsafe parts, let inner = unsafe child.parts else { return }
    unsafe parts.pointee.reader = branch
    unsafe parts.pointee.inner = inner
  }

  /// The child's action that a branch reads here, as noted, and the id beside it.
  @inline(__always)
  func found(by branch: JSONBranch) -> (id: JSONNode?, action: JSONActionNode)? {
    guard let parts = unsafe parts, unsafe parts.pointee.reader == branch.serial,
      let inner = unsafe parts.pointee.inner
    else {
      return nil
    }
    let last = unsafe inner - 1
    return unsafe (last.pointee.id, JSONActionNode(last.pointee.value, inner))
  }
}

/// One scanned level of an action.
@safe
package struct JSONActionPart {
  /// For an object with one member: the bytes of its name, owned by the object.
  fileprivate var key: JSONBytes?
  /// The member's value, an element's action, or the part that was not scanned.
  fileprivate var value: JSONNode
  /// For `{"id": ID, "action": ACTION}`: the id, if it is a scalar.
  fileprivate var id: JSONNode?
  /// The number of the branch that reads this level, 0 for none; then the level of its child's action.
  fileprivate var reader: UInt64 = 0
  fileprivate var inner: UnsafeMutablePointer<JSONActionPart>?

  fileprivate var isRead: Bool { key != nil || id != nil }
}

/// A scanned action.
struct JSONActionReading {
  let action: JSONActionNode
  /// The number of nested cases that were scanned.
  let cases: Int
  /// Where the scan ended: at a scalar, or at something larger than an action's case.
  let rest: JSONNode

  /// Up to this number, cases are scanned into memory on the stack.
  private static let nearby = 12

  /// Calls `body` with the scanned action, which is valid during the call.
  @inline(__always)
  static func of<Result, Failure: Error>(
    _ action: JSONNode, _ body: (JSONActionReading) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    unsafe try withUnsafeTemporaryAllocation(
      of: JSONActionPart.self, capacity: nearby + 1
    ) { (parts) throws(Failure) in
      var reading = unsafe JSONActionReading(action, from: action, into: parts.baseAddress!, nearby)
      let more = unsafe reading.cases < nearby ? nil : reading.goOn()
      defer { unsafe more?.deallocate() }
      return try body(reading)
    }
  }

  /// Scans the rest too, into memory that the caller must free.
  @inline(never)
  private mutating func goOn() -> UnsafeMutablePointer<JSONActionPart> {
    var capacity = Self.nearby * 2
    while true {
      let parts = UnsafeMutablePointer<JSONActionPart>.allocate(capacity: capacity + 1)
      unsafe parts.initialize(from: action.parts!, count: cases)
      let further = unsafe JSONActionReading(action.node, from: rest, cases, into: parts, capacity)
      if further.cases < capacity || capacity > JSONLimits.standard.depth {
        self = further
        return unsafe parts
      }
      unsafe parts.deallocate()
      capacity *= 4
    }
  }

  /// Scans from `node` on, after the known parts. There is room for one more than `capacity`.
  @inline(__always)
  private init(
    _ action: JSONNode, from node: JSONNode, _ known: Int = 0,
    into parts: UnsafeMutablePointer<JSONActionPart>, _ capacity: Int
  ) {
    var node = node
    var count = known
    while count < capacity, let part = JSONActionPart(of: node) {
      unsafe (parts + count).initialize(to: part)
      count += 1
      node = part.value
    }
    unsafe (parts + count).initialize(to: JSONActionPart(value: node))
    self.action = unsafe JSONActionNode(action, parts)
    cases = count
    rest = node
  }
}

extension JSONActionPart {
  /// Nil for a value that is neither a case with a payload nor an element.
  @inline(__always)
  fileprivate init?(of node: JSONNode) {
    guard node.isObject else { return nil }
    let size = node.memberCount
    guard size == 1 || size == 2, let first = node.firstEntry else { return nil }
    if size == 1 {
      unsafe self.init(key: first.key, value: first.value)
    } else {
      self.init(element: node, first)
    }
  }

  private init?(element node: JSONNode, _ first: JSONMember) {
    guard let second = node.entry(after: first) else { return nil }
    let (value, other) = (first.value, second.value)
    let (id, action) = (JSONCase.id.segment, JSONCase.action.segment)
    let isInOrder = id.isKey(of: first) && action.isKey(of: second)
    guard isInOrder || action.isKey(of: first) && id.isKey(of: second) else { return nil }
    let found = isInOrder ? value : other
    guard !found.isContainer else { return nil }
    unsafe self.init(value: isInOrder ? other : value, id: found)
  }
}

/// A cached action, for when its text comes again. It is scanned and checked only once.
@safe
package final class JSONKeptAction {
  private let json: JSON
  private let parts: UnsafeMutablePointer<JSONActionPart>

  init(_ node: JSONNode) {
    json = JSON(borrowing: node)
    unsafe parts = unsafe JSONActionReading.of(node) { found in
      let parts = UnsafeMutablePointer<JSONActionPart>.allocate(capacity: found.cases + 1)
      unsafe parts.initialize(from: found.action.parts!, count: found.cases + 1)
      return unsafe parts
    }
  }

  deinit { unsafe parts.deallocate() }

  /// Valid as long as this object.
  var action: JSONActionNode { unsafe JSONActionNode(json.node, parts) }
}
