/// Where steps down from a container led last.
///
/// Valid as long as the document's `structure` is the same: then it has the same containers with the same
/// members, and replacing a scalar leaves iterators valid. So a number that is read and written each time
/// is found without a hash.
package struct JSONTrace {
  private var structure: UInt64
  private var origin: JSONNode?
  /// What holds the last step's value.
  private(set) var container: JSONNode?
  /// jansson's iterator at it; nil in an array.
  private(set) var member: JSONMember?

  /// A trace that has led nowhere yet.
  package static var none: JSONTrace {
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
    member?.value ?? container?.element(last.index)
  }

  /// What one step leads to; in an object with jansson's iterator at it.
  @inline(__always)
  mutating func find(
    _ step: JSONSegmentRef, in node: JSONNode, _ structure: UInt64
  ) -> (member: JSONMember?, node: JSONNode?) {
    if holds(from: node, structure) { return (member, member?.value) }
    return follow(step, in: node, structure)
  }

  @inline(never)
  private mutating func follow(
    _ step: JSONSegmentRef, in node: JSONNode, _ structure: UInt64
  ) -> (member: JSONMember?, node: JSONNode?) {
    let found = step.pointee.find(in: node)
    // An array's element is found by its index without a trace.
    if found.member != nil {
      self = JSONTrace(structure: structure, origin: node, container: node, member: found.member)
    }
    return found
  }

  /// What steps lead to, which must be the same ones each time.
  @inline(__always)
  mutating func find(_ steps: JSONSteps, from node: JSONNode, _ structure: UInt64) -> JSONNode? {
    guard let last = steps.last else { return node }
    return holds(from: node, structure) ? value(last) : follow(steps, from: node, structure)
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
    if found.node != nil, found.member != nil || here.isArray {
      self = JSONTrace(
        structure: structure, origin: node, container: here, member: found.member)
    }
    return found.node
  }
}

extension JSONDocument {
  /// What a pointer leads to from a value in this document, borrowed; nil where there is nothing.
  ///
  /// - Parameter trace: where the same pointer led last.
  package func find(
    _ pointer: JSONPointer, from node: JSONNode, _ trace: inout JSONTrace
  ) -> JSONNode? {
    defer { withExtendedLifetime(pointer) {} }
    return trace.find(pointer.segments, from: node, structure)
  }
}
