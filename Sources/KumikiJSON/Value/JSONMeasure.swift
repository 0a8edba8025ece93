internal import CJansson

/// How large a value may be to be taken in.
package struct JSONLimits: Sendable {
  /// Nesting as jansson counts it: a scalar is a level.
  package var depth: Int
  /// Values in all, counting what is shared as often as it is met.
  package var expandedNodes: Int

  package init(depth: Int = 2048, expandedNodes: Int = 10_000_000) {
    self.depth = depth
    self.expandedNodes = expandedNodes
  }

  package static let standard: JSONLimits = JSONLimits()
}

/// Measures values from outside before they are taken in.
///
/// jansson bounds the nesting of a text but not of a value built with its functions, and lets such
/// a value contain itself or share its parts. All else in the engine relies on what passes here.
package enum JSONMeasure {
  /// Throws `tooDeep` for a value that is nested too deep, contains itself or expands to too many
  /// values. Takes no stack for depth.
  /// - Complexity: O(*n*) in the expanded size, at most the limit; a scalar costs nothing.
  package static func check(
    _ node: JSONNode, limits: JSONLimits = .standard
  ) throws(JSONError) {
    switch measure(node, limits: limits) {
    case .fits: return
    case .tooDeep:
      throw JSONError(
        .tooDeep, message: "nested deeper than \(limits.depth) levels, or contains itself")
    case .tooLarge:
      throw JSONError(
        .tooDeep, message: "expands to more than \(limits.expandedNodes) values")
    }
  }

  /// The levels of nesting of a value, nil where they are more than the limit.
  static func depth(of node: JSONNode, limit: Int = JSONLimits.standard.depth) -> Int? {
    let limits = JSONLimits(depth: limit, expandedNodes: .max)
    guard case .fits(let depth) = measure(node, limits: limits) else { return nil }
    return depth
  }

  private enum Verdict {
    case fits(depth: Int)
    case tooDeep
    case tooLarge
  }

  private static func measure(_ node: JSONNode, limits: JSONLimits) -> Verdict {
    guard limits.depth >= 1 else { return .tooDeep }
    // Objects with one member inside each other, as actions are, need no memory of where they were.
    var inner = node
    var passed = 0
    while let only = inner.soleMember {
      passed += 1
      if passed >= limits.depth { return .tooDeep }
      inner = only
    }
    if !inner.isContainer {
      return passed < limits.expandedNodes ? .fits(depth: passed + 1) : .tooLarge
    }
    let verdict = walk(
      inner,
      limits: JSONLimits(
        depth: limits.depth - passed, expandedNodes: limits.expandedNodes - passed))
    guard case .fits(let depth) = verdict else { return verdict }
    return .fits(depth: depth + passed)
  }

  private static func walk(_ node: JSONNode, limits: JSONLimits) -> Verdict {
    withUnsafeTemporaryAllocation(of: Level.self, capacity: Level.nearby) { nearby in
      var walk = Walk(nearby: nearby, limits: limits)
      return walk.run(node)
    }
  }

  /// A container that is being walked, and what comes next in it.
  private struct Level {
    var container: JSONNode
    var iterator: UnsafeMutableRawPointer?
    var index: Int

    /// Levels kept on the thread's stack, enough for most values.
    static let nearby = 32

    init(_ container: JSONNode) {
      self.container = container
      self.index = 0
      self.iterator = container.pointee.type == JSON_OBJECT ? json_object_iter(container) : nil
    }

    mutating func next() -> JSONNode? {
      guard container.pointee.type == JSON_OBJECT else {
        defer { index += 1 }
        return json_array_get(container, index)
      }
      guard let here = iterator else { return nil }
      iterator = json_object_iter_next(container, here)
      return json_object_iter_value(here)
    }
  }

  /// A walk in document order with a stack of its own.
  private struct Walk {
    var levels: UnsafeMutableBufferPointer<Level>
    var ownsLevels = false
    let limits: JSONLimits

    init(nearby: UnsafeMutableBufferPointer<Level>, limits: JSONLimits) {
      self.levels = nearby
      self.limits = limits
    }

    mutating func run(_ root: JSONNode) -> Verdict {
      defer { if ownsLevels { levels.deallocate() } }
      var open = 1
      var deepest = 1
      var met = 1
      (levels.baseAddress! + 0).initialize(to: Level(root))
      while open > 0 {
        guard let child = levels[open - 1].next() else {
          open -= 1
          continue
        }
        met += 1
        if met > limits.expandedNodes { return .tooLarge }
        deepest = max(deepest, open + 1)
        if open + 1 > limits.depth { return .tooDeep }
        guard child.isContainer else { continue }
        if open == levels.count { grow(open) }
        (levels.baseAddress! + open).initialize(to: Level(child))
        open += 1
      }
      return .fits(depth: deepest)
    }

    private mutating func grow(_ open: Int) {
      let wider = UnsafeMutableBufferPointer<Level>.allocate(capacity: open * 4)
      wider.baseAddress!.initialize(from: levels.baseAddress!, count: open)
      if ownsLevels { levels.deallocate() }
      levels = wider
      ownsLevels = true
    }
  }
}
