/// The depth of nested reducers, which determines the stack needed to run them.
struct JSONNesting {
  /// The number of operators nested inside one another.
  private let depth: Int
  /// The same number for the body of the largest recursion, which an action enters once per level; 0 without a
  /// recursion.
  private let level: Int
  /// Whether the reducer needs no more stack than is always assumed to be available.
  let isShallow: Bool

  /// Computes the nesting of an operator around others.
  init(around parts: [JSONNesting], isRecursion: Bool) {
    let deepest = parts.lazy.map(\.depth).max() ?? 0
    depth = deepest + 1
    level = max(isRecursion ? deepest : 0, parts.lazy.map(\.level).max() ?? 0)
    isShallow =
      depth <= StackBudget.operatorsForGranted && level <= StackBudget.operatorsForGrantedInLevel
  }

  /// The error for a depth beyond JSON's limit, which is a configuration error.
  var mistake: JSONError? {
    let most = JSONLimits.standard.depth
    guard depth > most else { return nil }
    return JSONError(
      .tooDeep,
      message:
        "reducers are nested more than \(most) deep: a loop that puts each around the one "
        + "before? Combine them in one list, or recurse")
  }

  /// Returns the stack needed for an action with this number of cases.
  func stackBytes(cases: Int) -> Int {
    let more = max(0, level - StackBudget.operatorsForGrantedInLevel)
    return depth * StackBudget.passingLevel
      + cases * (StackBudget.reducingLevel + more * StackBudget.passingLevel)
  }
}
