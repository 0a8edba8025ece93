package import Kumiki

/// The limits on the size of a value.
package struct JSONLimits: Sendable {
  /// Nesting as jansson counts it: a scalar is a level.
  package var depth: Int
  /// The number of values; a shared one counts each time.
  package var expandedNodes: Int
  /// The bytes of texts and keys; those of a shared value count each time.
  var bytes: Int

  package init(depth: Int = 2048, expandedNodes: Int = 10_000_000, bytes: Int = .max) {
    self.depth = depth
    self.expandedNodes = expandedNodes
    self.bytes = bytes
  }

  /// Those of an action.
  package init(_ limits: ActionLimits) {
    self.init(expandedNodes: limits.values, bytes: limits.bytes)
  }

  package static let standard: JSONLimits = JSONLimits()
}

/// Measures values from outside before they are used.
///
/// jansson bounds the nesting of a text but not of a value that was built with its functions, which may
/// also contain itself or share its parts. The rest of the library relies on these limits.
package enum JSONMeasure {
  /// The measured size of a value.
  package struct Size {
    /// Levels of nesting; a scalar is one.
    var depth: Int
    /// The number of values; a shared one counts each time.
    var nodes: Int
  }

  /// Throws `tooDeep` for a value that is nested too deep, contains itself or expands to too many values.
  /// Does not recurse.
  /// - Complexity: O(*n*) in the distinct values; a shared one is visited once.
  @discardableResult
  package static func check(
    _ node: JSONNode, limits: JSONLimits = .standard
  ) throws(JSONError) -> Size {
    let size: Size
    do throws(Excess) { size = try measure(node, limits: limits) } catch {
      let isHosts = limits.expandedNodes < JSONLimits.standard.expandedNodes
      throw JSONError(
        error == .tooLarge && isHosts ? .tooLarge : .tooDeep,
        message: error == .tooDeep
          ? "nested deeper than \(limits.depth) levels, or contains itself"
          : "expands to more than \(limits.expandedNodes) values")
    }
    try checkBytes(node, most: limits.bytes)
    return size
  }

  /// Throws `tooLarge` for a value whose texts and keys have more bytes than `most`.
  /// Does not recurse.
  /// - Parameter node: a value within the other limits.
  static func checkBytes(_ node: JSONNode, most: Int) throws(JSONError) {
    guard most < .max else { return }
    var left = most - node.textBytes.count
    var containers = [node]
    while left >= 0, let container = containers.popLast() {
      for member in container.members { left -= member.key.count }
      for child in container.children {
        if child.isContainer { containers.append(child) } else { left -= child.textBytes.count }
      }
    }
    guard left >= 0 else {
      throw JSONError(.tooLarge, message: "has more than \(most) bytes of texts and keys")
    }
  }

  /// Throws `noMemory` for a lacking value too.
  package static func check(_ json: JSON) throws(JSONError) {
    if json.isLacking { throw .outOfMemory }
    _ = try json.withNode { node throws(JSONError) in try check(node) }
  }

  /// The size of a value; nil if it exceeds the limits.
  static func size(of node: JSONNode, limits: JSONLimits = .standard) -> Size? {
    try? measure(node, limits: limits)
  }

  /// Whether a value has at least so many values.
  /// - Complexity: O(`count`), or O(*n*) in the value if that is smaller.
  static func has(_ node: JSONNode, values count: Int) -> Bool {
    if count <= 1 { return true }
    return size(of: node, limits: JSONLimits(expandedNodes: count - 1)) == nil
  }

  /// The nesting depth of a value; nil if it exceeds the limits.
  static func depth(of node: JSONNode) -> Int? { size(of: node)?.depth }

  private enum Excess: Error {
    case tooDeep, tooLarge
  }

  private static func measure(_ node: JSONNode, limits: JSONLimits) throws(Excess) -> Size {
    guard limits.depth >= 1 else { throw .tooDeep }
    // Nested objects with one member each, such as actions, are walked without a list of the levels
    // above.
    var inner = node
    var passed = 0
    while let only = inner.soleMember {
      passed += 1
      if passed >= limits.depth { throw .tooDeep }
      inner = only
    }
    if !inner.isContainer {
      if passed + 1 > limits.expandedNodes { throw .tooLarge }
      return Size(depth: passed + 1, nodes: passed + 1)
    }
    let rest = JSONLimits(
      depth: limits.depth - passed, expandedNodes: limits.expandedNodes - passed)
    let size = try walk(inner, limits: rest)
    // An empty container has no child at which the walk compares.
    if size.nodes > rest.expandedNodes { throw .tooLarge }
    return Size(depth: size.depth + passed, nodes: size.nodes.addingCapped(passed))
  }

  /// A container being walked: its remaining children, and the size found so far.
  private struct Level {
    var children: JSONChildren
    var size = Size(depth: 1, nodes: 1)

    init(_ container: JSONNode) { children = container.children }

    mutating func add(_ inner: Size) {
      size.depth = max(size.depth, inner.depth + 1)
      size.nodes = size.nodes.addingCapped(inner.nodes)
    }
  }

  /// Walks a container in document order, with a list instead of recursion.
  private static func walk(_ root: JSONNode, limits: JSONLimits) throws(Excess) -> Size {
    var here = Level(root)
    var outer: [Level] = []
    // The sizes of containers with more than one reference, which may occur again in the same value.
    // Without this table, a value whose levels each hold the next one twice would take exponential time.
    // Containers of scalars only, such as most rows, are cheaper to measure again than to look up.
    var known: [JSONNode: Size] = [:]
    while true {
      var size = Size(depth: 1, nodes: 1)
      if let child = here.children.next() {
        if outer.count + 2 > limits.depth { throw .tooDeep }
        if child.isContainer {
          guard !known.isEmpty, !child.isUnique, let found = known[child] else {
            outer.append(here)
            here = Level(child)
            continue
          }
          size = found
        }
        if outer.count + 1 + size.depth > limits.depth { throw .tooDeep }
      } else {
        size = here.size
        guard let above = outer.popLast() else { return size }
        let container = here.children.container
        if size.depth > 2, !container.isUnique { known[container] = size }
        here = above
      }
      here.add(size)
      if here.size.nodes > limits.expandedNodes { throw .tooLarge }
    }
  }
}

extension JSONNode {
  /// The number of values in here, shared ones counted each time; 0 for a value beyond the limits.
  var valueCount: Int {
    isContainer ? JSONMeasure.size(of: self)?.nodes ?? 0 : 1
  }
}

extension Int {
  /// The sum, capped at the greatest integer.
  fileprivate func addingCapped(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
