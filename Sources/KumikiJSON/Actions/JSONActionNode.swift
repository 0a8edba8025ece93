/// One level of an action that operators are handling, borrowed.
///
/// An incoming action is scanned once. The check records in the scanned parts which branch reads each level,
/// and the operators look the branch up there. An action that was not scanned is inspected at each level.
@safe
@usableFromInline
package struct JSONActionNode {
  @usableFromInline package let node: JSONNode
  /// The scanned parts from this level on; valid while the action is handled.
  let parts: UnsafeMutablePointer<JSONActionPart>?

  @inline(__always)
  package init(_ node: JSONNode) { unsafe self.init(node, nil) }

  @inline(__always)
  init(_ node: JSONNode, _ parts: UnsafeMutablePointer<JSONActionPart>?) {
    self.node = node
    unsafe self.parts = parts
  }

  /// Returns the named case's payload: jansson's `null` for a case without a payload; nil for another case.
  @inline(__always)
  func payload(_ name: JSONSegmentRef) -> JSONActionNode? {
    guard let parts = unsafe parts, unsafe parts.pointee.isRead else {
      return name.pointee.payload(of: node).map { JSONActionNode($0) }
    }
    guard let key = unsafe parts.pointee.key, name.pointee.raw.isEqual(to: key) else { return nil }
    return unsafe JSONActionNode(parts.pointee.value, parts + 1)
  }

  /// Returns the payload of the innermost of nested cases.
  @inline(__always)
  func payload(_ names: JSONSteps) -> JSONActionNode? {
    var inner = self
    for index in names.indices {
      guard let next = inner.payload(names.step(index)) else { return nil }
      inner = next
    }
    return inner
  }

  /// Whether this is a string or an object, as every action is.
  var isAction: Bool { node.isText || node.isObject }

  /// Whether the action was scanned, and therefore checked.
  var isScanned: Bool { unsafe parts != nil }

  /// Whether the scan found an object with one member.
  var isOneCase: Bool { unsafe parts?.pointee.key != nil }

  /// The id and the action of `{"id": ID, "action": ACTION}`, even if other members are present.
  @inline(__always)
  var element: (id: JSONNode, action: JSONActionNode)? {
    if let parts = unsafe parts, let id = unsafe parts.pointee.id {
      return unsafe (id, JSONActionNode(parts.pointee.value, parts + 1))
    }
    guard let id = JSONCase.id.member(of: node), let action = JSONCase.action.member(of: node)
    else { return nil }
    return (id, JSONActionNode(action))
  }

  /// ``element``, if the object has no other members.
  @inline(__always)
  var soleElement: (id: JSONNode, action: JSONActionNode)? {
    node.isObject && node.memberCount == 2 ? element : nil
  }

  /// Records which branch reads this level, and where the child's action is.
  @inline(__always)
  func note(_ branch: UInt64, _ child: JSONActionNode) {
    guard let parts = unsafe parts, let inner = unsafe child.parts else { return }
    unsafe parts.pointee.reader = branch
    unsafe parts.pointee.inner = inner
  }

  /// Returns the child's action that `note` recorded for a branch, and the id next to the action.
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
  /// For an object with one member: the bytes of the member's name, owned by the object.
  fileprivate var key: JSONBytes?
  /// The member's value, an element's action, or the rest that was not scanned.
  fileprivate var value: JSONNode
  /// For `{"id": ID, "action": ACTION}`: the id, if it is a scalar.
  fileprivate var id: JSONNode?
  /// The number of the branch that reads this level, 0 for none, and the level of the child's action.
  fileprivate var reader: UInt64 = 0
  fileprivate var inner: UnsafeMutablePointer<JSONActionPart>?

  fileprivate var isRead: Bool { key != nil || id != nil }
}

/// A scanned action.
struct JSONActionReading {
  let action: JSONActionNode
  /// The number of nested cases that were scanned.
  let cases: Int
  /// Where the scan ended: at a scalar, or at a value that is larger than a case.
  let rest: JSONNode

  /// The number of cases that are scanned into memory on the stack.
  private static let stackCapacity = 12

  /// Calls `body` with the scanned action, which is valid during the call.
  @inline(__always)
  static func of<Result, Failure: Error>(
    _ action: JSONNode, _ body: (JSONActionReading) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard action.isObject else {
      var whole = unsafe JSONActionPart(value: action)
      return try unsafe withUnsafeMutablePointer(to: &whole) { (part) throws(Failure) in
        try body(unsafe JSONActionReading(JSONActionNode(action, part), cases: 0, rest: action))
      }
    }
    return unsafe try withUnsafeTemporaryAllocation(
      of: JSONActionPart.self, capacity: stackCapacity + 1
    ) { (parts) throws(Failure) in
      var reading = unsafe JSONActionReading(
        action, from: action, into: parts.baseAddress!, stackCapacity)
      let more = unsafe reading.cases < stackCapacity ? nil : reading.continueScan()
      defer { unsafe more?.deallocate() }
      return try body(reading)
    }
  }

  @inline(__always)
  private init(_ action: JSONActionNode, cases: Int, rest: JSONNode) {
    self.action = action
    self.cases = cases
    self.rest = rest
  }

  /// Scans the remaining cases into new memory, which the caller must free.
  @inline(never)
  private mutating func continueScan() -> UnsafeMutablePointer<JSONActionPart> {
    var capacity = Self.stackCapacity * 2
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

  /// Scans from `node`, after the known parts. The memory has room for one part more than `capacity`.
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
    unsafe self.init(JSONActionNode(action, parts), cases: count, rest: node)
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

/// A cached action, scanned and checked once, for the next time the same JSON text arrives.
@safe
package final class JSONKeptAction {
  private let json: JSON
  private let text: [UInt8]
  private let parts: UnsafeMutablePointer<JSONActionPart>

  init(_ node: JSONNode, _ text: JSONBytes) {
    json = JSON(borrowing: node)
    self.text = Array(text)
    unsafe parts = unsafe JSONActionReading.of(node) { found in
      let parts = UnsafeMutablePointer<JSONActionPart>.allocate(capacity: found.cases + 1)
      unsafe parts.initialize(from: found.action.parts!, count: found.cases + 1)
      return unsafe parts
    }
  }

  deinit { unsafe parts.deallocate() }

  @inline(__always)
  func isParsed(from other: JSONBytes) -> Bool { text.withBytes { $0.isEqual(to: other) } }

  /// The cached action; valid as long as this object.
  var action: JSONActionNode { unsafe JSONActionNode(json.node, parts) }
}
