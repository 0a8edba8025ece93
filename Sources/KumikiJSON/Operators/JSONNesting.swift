/// How deep reducers are nested, which determines the stack needed to run one.
struct JSONNesting {
  /// The number of operators nested around one another.
  private let depth: Int
  /// The same number in the body of the largest recursion, which an action enters once a level; 0 without
  /// one.
  private let level: Int
  /// Whether it needs no more stack than is always taken for granted.
  let isShallow: Bool

  /// The nesting of an operator around others.
  init(around parts: [JSONNesting], isRecursion: Bool) {
    let deepest = parts.lazy.map(\.depth).max() ?? 0
    depth = deepest + 1
    level = max(isRecursion ? deepest : 0, parts.lazy.map(\.level).max() ?? 0)
    isShallow =
      depth <= StackBudget.operatorsForGranted && level <= StackBudget.operatorsForGrantedInLevel
  }

  /// The error for too much nesting: more than JSON may have levels is a mistake in composing.
  var mistake: JSONError? {
    let most = JSONLimits.standard.depth
    guard depth > most else { return nil }
    return JSONError(
      .tooDeep,
      message:
        "reducers are nested more than \(most) deep: a loop that puts each around the one "
        + "before? Combine them in one list, or recurse")
  }

  /// The stack for an action with so many cases.
  func stackBytes(cases: Int) -> Int {
    let more = max(0, level - StackBudget.operatorsForGrantedInLevel)
    return depth * StackBudget.passingLevel
      + cases * (StackBudget.reducingLevel + more * StackBudget.passingLevel)
  }
}
