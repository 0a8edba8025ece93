/// How far reducers are nested, which is what running one takes of the stack.
struct JSONNesting {
  /// So many operators are around one another.
  private let depth: Int
  /// As many in the body of the largest recursion, which an action meets once a level; 0 without one.
  private let level: Int
  /// It takes no more than is taken for granted.
  let isShallow: Bool

  /// Of an operator around others.
  init(around parts: [JSONNesting], isRecursion: Bool) {
    let deepest = parts.lazy.map(\.depth).max() ?? 0
    depth = deepest + 1
    level = max(isRecursion ? deepest : 0, parts.lazy.map(\.level).max() ?? 0)
    isShallow =
      depth <= StackBudget.operatorsForGranted && level <= StackBudget.operatorsForGrantedInLevel
  }

  /// More would be a mistake in composing them. As many as JSON may have levels.
  var mistake: JSONError? {
    let most = JSONLimits.standard.depth
    guard depth > most else { return nil }
    return JSONError(
      .tooDeep,
      message:
        "reducers are nested more than \(most) deep: a loop that puts each around the one "
        + "before? Combine them in one list, or recurse")
  }

  /// The stack for an action of so many cases.
  func room(cases: Int) -> Int {
    let more = max(0, level - StackBudget.operatorsForGrantedInLevel)
    return depth * StackBudget.passingLevel
      + cases * (StackBudget.reducingLevel + more * StackBudget.passingLevel)
  }
}
