/// Remembers where steps from a container led last.
///
/// Valid while the document's `structure` is unchanged: the document then has the same containers with the same
/// members, and replacing a scalar keeps iterators valid. Thus a number that is read and written repeatedly is
/// found without a hash.
package struct JSONLookup {
  private var structure: UInt64
  private var origin: JSONNode?
  /// The container of the last step's value.
  private(set) var container: JSONNode?
  /// jansson's iterator at the value; nil in an array.
  private(set) var member: JSONMember?

  /// An empty trace.
  package static var none: JSONLookup {
    JSONLookup(structure: 0, origin: nil, container: nil, member: nil)
  }

  /// Whether the trace is valid for the same steps from a container.
  @inline(__always)
  func holds(from node: JSONNode, _ structure: UInt64) -> Bool {
    origin == node && self.structure == structure
  }

  /// Resolves one step; in an object, together with jansson's iterator at the member.
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
    if let member = found.member { self = JSONLookup(member, in: node, structure) }
    return found
  }

  /// Resolves steps, which must be the same at each call.
  @inline(__always)
  mutating func find(_ steps: JSONSteps, from node: JSONNode, _ structure: UInt64) -> JSONNode? {
    guard holds(from: node, structure) else {
      return steps.isEmpty ? node : follow(steps, from: node, structure)
    }
    return member?.value ?? container?.element(steps[steps.count - 1].index)
  }

  /// Follows the steps, at least one, and remembers where they lead.
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
      self = JSONLookup(
        structure: structure, origin: node, container: here, member: found.member)
    }
    return found.node
  }
}

extension JSONLookup {
  /// Makes the trace of one step in an object.
  init(_ member: JSONMember, in object: JSONNode, _ structure: UInt64) {
    self.init(structure: structure, origin: object, container: object, member: member)
  }
}
