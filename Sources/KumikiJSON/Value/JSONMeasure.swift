/// Measures values from outside before they are used.
///
/// jansson limits the nesting of JSON text, but not of a value built with its functions, which may also contain
/// itself or share its parts. The rest of the library relies on these limits.
package enum JSONMeasure {
  /// The measured size of a value.
  package struct Size {
    /// The number of levels; a scalar is one level.
    var depth: Int
    /// The number of values. A shared value counts each time.
    var nodes: Int
  }

  /// Throws `tooDeep` for a value that is nested too deep, contains itself or expands to too many values, and
  /// `tooLarge` for a value beyond a host's limits. Does not recurse.
  /// - Complexity: O(*n*) in the distinct values. A shared value is visited once, unless bytes are counted.
  @discardableResult
  package static func check(
    _ node: JSONNode, limits: JSONLimits = .standard
  ) throws(JSONError) -> Size {
    do throws(JSONExcess) {
      let size = try measure(node, limits: limits)
      if limits.countsBytes, bytes(of: node) > limits.bytes { throw .tooLong }
      return size
    } catch {
      throw limits.failure(error)
    }
  }

  /// Makes the same checks, and throws `noMemory` for a lacking value.
  package static func check(_ json: JSON) throws(JSONError) {
    try json.withNode { node throws(JSONError) in try checkWhole(node) }
  }

  static func checkWhole(_ node: JSONNode) throws(JSONError) {
    if node.isLacking { throw .outOfMemory }
    try check(node)
  }

  /// Returns the size of a value; nil if it exceeds the limits.
  static func size(of node: JSONNode, limits: JSONLimits = .standard) -> Size? {
    try? measure(node, limits: limits)
  }

  /// Whether a value is at least as large as `amount`.
  /// - Complexity: O(`amount`) or O(*n*) in the value, whichever is smaller; the latter if bytes are counted.
  static func has(_ node: JSONNode, _ amount: JSONAmount) -> Bool {
    if amount.bytes > 0, bytes(of: node) < amount.bytes { return false }
    return amount.values <= 1
      || size(of: node, limits: JSONLimits(expandedNodes: amount.values - 1)) == nil
  }

  /// Returns the bytes of the strings and keys of a value within the limits. Shared parts count each time. Does
  /// not recurse.
  static func bytes(of node: JSONNode) -> Int {
    var bytes = node.textBytes.count
    var containers = node.isContainer ? [node] : []
    while let container = containers.popLast() {
      for member in container.members { bytes += member.key.count }
      for child in container.children {
        if child.isContainer { containers.append(child) } else { bytes += child.textBytes.count }
      }
    }
    return bytes
  }

  /// Returns the nesting depth of a value; nil if it exceeds the limits.
  static func depth(of node: JSONNode) -> Int? { size(of: node)?.depth }

  private static func measure(_ node: JSONNode, limits: JSONLimits) throws(JSONExcess) -> Size {
    guard limits.depth >= 1 else { throw .tooDeep }
    // Nested objects with one member each, such as actions, are visited without a list of the levels above.
    var inner = node
    var passed = 0
    while let only = inner.soleMember {
      passed += 1
      if passed >= limits.depth { throw .tooDeep }
      inner = only
    }
    if !inner.isContainer {
      if passed + 1 > limits.expandedNodes { throw .tooMany }
      return Size(depth: passed + 1, nodes: passed + 1)
    }
    let rest = JSONLimits(
      depth: limits.depth - passed, expandedNodes: limits.expandedNodes - passed)
    let flat = try flatSize(of: inner, rest)
    let size = if let flat { flat } else { try walk(inner, limits: rest) }
    // The walk compares sizes at children, which an empty container does not have.
    if size.nodes > rest.expandedNodes { throw .tooMany }
    return Size(depth: size.depth + passed, nodes: size.nodes.addingCapped(passed))
  }

  /// Returns the size of a container of scalars, such as most rows; nil for another.
  private static func flatSize(
    of container: JSONNode, _ limits: JSONLimits
  ) throws(JSONExcess) -> Size? {
    var count = 0
    for child in container.children {
      if child.isContainer { return nil }
      count += 1
    }
    if count > 0, limits.depth < 2 { throw .tooDeep }
    return Size(depth: count == 0 ? 1 : 2, nodes: count + 1)
  }

  /// A visited container: its remaining children, and the size found so far.
  private struct Level {
    var children: JSONChildren
    var size = Size(depth: 1, nodes: 1)

    init(_ container: JSONNode) { children = container.children }

    mutating func add(_ inner: Size) {
      size.depth = max(size.depth, inner.depth + 1)
      size.nodes = size.nodes.addingCapped(inner.nodes)
    }
  }

  /// Visits a container in document order, with a list instead of recursion.
  private static func walk(_ root: JSONNode, limits: JSONLimits) throws(JSONExcess) -> Size {
    var here = Level(root)
    var outer: [Level] = []
    // The sizes of containers with more than one reference, which may occur again in the same value. Without
    // this table, a value in which each level contains the next level twice would take exponential time.
    // Containers that only contain scalars, such as most rows, are cheaper to measure again than to look up.
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
      if here.size.nodes > limits.expandedNodes { throw .tooMany }
    }
  }
}

extension JSONNode {
  /// Returns the size of this value; zero for a value beyond the standard limits.
  ///
  /// - Parameter limits: determine whether bytes are counted.
  @inline(__always)
  func amount(_ limits: JSONLimits) -> JSONAmount {
    JSONAmount(
      values: isContainer ? JSONMeasure.size(of: self)?.nodes ?? 0 : 1, of: self, limits)
  }
}

extension Int {
  /// Returns the sum, capped at the greatest integer.
  fileprivate func addingCapped(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}
