package import Kumiki

/// A level of an action on its way through the operators, borrowed.
///
/// An action that comes in is looked through once. The check notes in what was found which operators read
/// it, and these take it from there. One that was not looked through is asked at each level.
@safe
package struct JSONActionNode {
  package let node: JSONNode
  /// What was found at this level and below; valid as long as the action is being handled.
  let parts: UnsafeMutablePointer<JSONActionPart>?

  @inline(__always)
  package init(_ node: JSONNode) { unsafe self.init(node, nil) }

  @inline(__always)
  init(_ node: JSONNode, _ parts: UnsafeMutablePointer<JSONActionPart>?) {
    self.node = node
    unsafe self.parts = parts
  }

  /// The payload of the case of this name: jansson's `null` for one without; nil for another case.
  @inline(__always)
  func payload(_ name: JSONSegmentRef) -> JSONActionNode? {
    guard let parts = unsafe parts, unsafe parts.pointee.isRead else { return unreadPayload(name) }
    guard let key = unsafe parts.pointee.key, name.pointee.raw.isEqual(to: key) else { return nil }
    return unsafe JSONActionNode(parts.pointee.value, parts + 1)
  }

  @inline(never)
  private func unreadPayload(_ name: JSONSegmentRef) -> JSONActionNode? {
    name.pointee.payload(of: node).map { JSONActionNode($0) }
  }

  /// The payload of the innermost of cases inside one another.
  @inline(__always)
  func payload(_ names: JSONSteps) -> JSONActionNode? {
    var inner = self
    for index in names.indices {
      guard let next = inner.payload(names.step(index)) else { return nil }
      inner = next
    }
    return inner
  }

  /// It is a text or an object, as every action.
  var isAction: Bool { node.isText || node.isObject }

  /// It was found to be an object with one member.
  var isOneCase: Bool { unsafe parts?.pointee.key != nil }

  /// The id and the action of `{"id": ID, "action": ACTION}`, whatever else stands there.
  var element: (id: JSONNode, action: JSONActionNode)? {
    if let foundElement { return foundElement }
    guard let id = JSONCase.id.member(of: node), let action = JSONCase.action.member(of: node)
    else { return nil }
    return (id, JSONActionNode(action))
  }

  /// ``element``, where nothing else was found there.
  @inline(__always)
  var foundElement: (id: JSONNode, action: JSONActionNode)? {
    guard let parts = unsafe parts, let id = unsafe parts.pointee.id else { return nil }
    return unsafe (id, JSONActionNode(parts.pointee.value, parts + 1))
  }

  /// The action of ``element``, where nothing else stands there.
  var soleElement: JSONNode? {
    guard node.isObject, node.memberCount == 2 else { return nil }
    return element?.action.node
  }

  /// Notes that the branch of a number was found to read this level, and where the child's action is.
  @inline(__always)
  func note(_ branch: UInt64, _ child: JSONActionNode) {
    guard let parts = unsafe parts, let inner = unsafe child.parts else { return }
    unsafe parts.pointee.reader = branch
    unsafe parts.pointee.inner = inner
  }

  /// The child's action that a branch was found to read here, and the id beside it.
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

/// What was found at one level of an action.
@safe
package struct JSONActionPart {
  /// Of an object with one member: the bytes of the name, as the object has them.
  fileprivate var key: JSONBytes?
  /// The member's value; an element's action; what was not looked at.
  fileprivate var value: JSONNode
  /// Of `{"id": ID, "action": ACTION}`, where it contains nothing.
  fileprivate var id: JSONNode?
  /// The number of the branch that reads this level, 0 for none; and the level of its child's action.
  fileprivate var reader: UInt64 = 0
  fileprivate var inner: UnsafeMutablePointer<JSONActionPart>?

  fileprivate var isRead: Bool { key != nil || id != nil }
}

/// An action that was looked through.
struct JSONActionReading {
  let action: JSONActionNode
  /// How many cases stand inside each other, so far as it was looked through.
  let cases: Int
  /// Where that ended: a value that contains nothing, or something larger than an action's case.
  let rest: JSONNode

  /// So many cases are looked through on the thread's stack.
  private static let nearby = 12

  /// Calls `body` with what was found, which is valid for its length.
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

  /// Looks through the rest too, in memory that the caller has to give back.
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

  /// Notes what is found from `node` on, behind what is known. There is room for one more than `capacity`.
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
  /// Nil for what is neither a case with a payload nor an element.
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

/// An action that is kept for when its text comes again, looked through and checked once and for all.
@safe
package final class JSONKeptAction {
  private let json: JSON
  private let parts: UnsafeMutablePointer<JSONActionPart>

  /// - Parameter reducer: reads it. What its operators take from the action is noted in it.
  init(_ node: JSONNode, for reducer: JSONReducer? = nil) {
    json = JSON(borrowing: node)
    unsafe parts = unsafe JSONActionReading.of(node) { found in
      let parts = UnsafeMutablePointer<JSONActionPart>.allocate(capacity: found.cases + 1)
      unsafe parts.initialize(from: found.action.parts!, count: found.cases + 1)
      return unsafe parts
    }
    try? reducer?.shape.check(action)
  }

  deinit { unsafe parts.deallocate() }

  /// Valid as long as this.
  var action: JSONActionNode { unsafe JSONActionNode(json.node, parts) }

  package func send(to store: Store<JSONState, JSONAction>) -> StoreTask { action.send(to: store) }
}
