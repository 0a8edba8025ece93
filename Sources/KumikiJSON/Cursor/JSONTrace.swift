internal import CJansson

/// Where steps down from a container led last.
///
/// It holds for as long as the document has the same containers with the same members, which its
/// `structure` tells: a scalar in the place of another leaves iterators as they are. So a number that is
/// read and written each time is found without a hash.
struct JSONTrace {
  private var structure: UInt64
  private var origin: JSONNode?
  /// What holds the last step's value.
  private(set) var container: JSONNode?
  /// jansson's iterator at it; nil in an array.
  private(set) var member: UnsafeMutableRawPointer?

  /// Led nowhere yet.
  static var none: JSONTrace {
    JSONTrace(structure: 0, origin: nil, container: nil, member: nil)
  }

  /// Whether this is where the same steps lead from a container now.
  @inline(__always)
  func holds(from node: JSONNode, _ structure: UInt64) -> Bool {
    origin == node && self.structure == structure
  }

  /// What is there, borrowed. `last` is the last step.
  @inline(__always)
  func value(_ last: JSONPointer.Segment) -> JSONNode? {
    if let member { return json_object_iter_value(member) }
    return json_array_get(container, last.index)
  }

  /// What one step leads to; in an object with jansson's iterator at it.
  @inline(__always)
  mutating func find(
    _ step: UnsafePointer<JSONPointer.Segment>, in node: JSONNode, _ structure: UInt64
  ) -> (member: UnsafeMutableRawPointer?, node: JSONNode?) {
    if holds(from: node, structure) { return (member, json_object_iter_value(member)) }
    return look(step, in: node, structure)
  }

  @inline(never)
  private mutating func look(
    _ step: UnsafePointer<JSONPointer.Segment>, in node: JSONNode, _ structure: UInt64
  ) -> (member: UnsafeMutableRawPointer?, node: JSONNode?) {
    let found = step.pointee.find(in: node)
    // The index of an array needs no search.
    if found.member != nil {
      self = JSONTrace(structure: structure, origin: node, container: node, member: found.member)
    }
    return found
  }

  /// Goes along the steps, of which there is one at least, and remembers where they lead.
  @inline(never)
  mutating func follow(
    _ steps: JSONSteps, from node: JSONNode, _ structure: UInt64
  ) -> JSONNode? {
    var here = node
    for index in 0..<(steps.count - 1) {
      guard let next = steps[index].child(of: here) else { return nil }
      here = next
    }
    let found = steps[steps.count - 1].find(in: here)
    if found.node != nil, found.member != nil || here.pointee.type == JSON_ARRAY {
      self = JSONTrace(
        structure: structure, origin: node, container: here, member: found.member)
    }
    return found.node
  }
}

// MARK: - By a pointer's text

extension JSONState {
  /// What is at a pointer, given as its text, borrowed; nil where there is nothing and for what is no
  /// pointer.
  @inline(__always)
  package func get(text: UnsafePointer<CChar>) -> JSONNode? {
    guard let node else { return nil }
    return document._withUnsafeGuaranteedRef { document in
      guard
        let entry = document.pointers._withUnsafeGuaranteedRef({ $0.known(text) })
      else { return JSONPointerScan.resolve(text, in: node) }
      return entry.pointee.find(from: node, document.structure)
    }
  }

  /// Replaces what is at a pointer, given as its text, or adds a member to the object above it. Steals
  /// `value`, success or not.
  /// - Throws: `invalid` for a text that is no pointer.
  @inline(__always)
  package mutating func set(
    text: UnsafePointer<CChar>, stealing value: JSONNode
  ) throws(JSONWriteError) {
    // The document outlives its cursors.
    let pointers = document._withUnsafeGuaranteedRef { $0.pointers }
    if !value.isContainer, let entry = pointers._withUnsafeGuaranteedRef({ $0.known(text) }),
      replaceScalar(entry, by: value)
    {
      return
    }
    try setSlowly(pointers, text, stealing: value)
  }

  @inline(never)
  private mutating func setSlowly(
    _ pointers: Unmanaged<JSONPointerCache>, _ text: UnsafePointer<CChar>, stealing value: JSONNode
  ) throws(JSONWriteError) {
    try pointers.takeUnretainedValue().withSteps(text) { (steps) throws(JSONWriteError) in
      guard let steps else {
        value.releaseDeep()
        throw .invalid
      }
      try set(steps, stealing: value)
    }
  }

  /// Puts a scalar, which it steals, in the place of another in containers that are this document's alone.
  /// False, and nothing is done, where there is more to it: a slot, rows, somebody who wants patches.
  private func replaceScalar(
    _ entry: UnsafeMutablePointer<JSONPointerCache.Entry>, by value: JSONNode
  ) -> Bool {
    let steps = entry.pointee.steps
    // What lies between the first container and the last is not looked at.
    guard let node, 1...2 ~= steps.count, !isRowID(steps[0]) else { return false }
    var nearest = place
    var nearestAlias = alias
    guard Self.isPlain(steps, &nearest), Self.isPlain(steps, &nearestAlias) else { return false }
    return document._withUnsafeGuaranteedRef { document in
      guard !document.changes.isOn,
        let old = entry.pointee.find(from: node, document.structure), !old.isContainer,
        let container = entry.pointee.trace.container,
        container == node || container.isUnique, isAlone
      else { return false }
      document.noteWrite()
      if let member = entry.pointee.trace.member {
        json_object_iter_set_new(container, member, value)
      } else {
        json_array_set_new(container, steps[steps.count - 1].index, value)
      }
      note(below: false, nearest) { $0.place }
      note(below: false, nearestAlias) { $0.alias }
      return true
    }
  }

  /// Goes along the places that somebody takes an interest in, as far as there are any. False where
  /// rows are on the way, or a write to the last step is more than one.
  @inline(__always)
  private static func isPlain(_ steps: JSONSteps, _ nearest: inout Unmanaged<JSONPlace>?) -> Bool {
    guard nearest != nil else { return true }
    for index in 0..<steps.count {
      if nearest!._withUnsafeGuaranteedRef({ $0.hasRows }) { return false }
      let next = nearest!._withUnsafeGuaranteedRef { $0.child(steps[index]) }
      guard let next else { return true }
      nearest = next
    }
    return nearest!._withUnsafeGuaranteedRef { $0.isBare }
  }

  /// True where a member of what is here is the id by which its row is known.
  @inline(__always)
  private func isRowID(_ segment: JSONPointer.Segment) -> Bool {
    guard let array = parent?.pointee.place else { return false }
    return array._withUnsafeGuaranteedRef { place in
      place.hasRows && place.idStep?.pointee.hash == segment.hash
    }
  }

  /// True where what is here and all above it is this document's alone.
  @inline(__always)
  private var isAlone: Bool {
    guard node?.isUnique == true else { return false }
    var above = parent
    while let cursor = above {
      guard cursor.pointee.node?.isUnique == true else { return false }
      above = cursor.pointee.parent
    }
    return true
  }
}

extension JSONPointerCache.Entry {
  /// What is there from a container on, borrowed; nil where there is nothing.
  @inline(__always)
  mutating func find(from node: JSONNode, _ structure: UInt64) -> JSONNode? {
    guard let last = steps.last else { return node }
    if trace.holds(from: node, structure) { return trace.value(last) }
    return trace.follow(steps, from: node, structure)
  }
}
