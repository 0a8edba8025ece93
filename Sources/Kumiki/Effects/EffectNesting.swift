/// How far effects may be nested, and what that takes.
///
/// Merges of merges and chains of chains may be as long as they like: they are gone through by a loop
/// (``EffectParts``). Any other operator around an effect is a call further down the stack, when the effect
/// is taken in and when it sends; so these are counted as an effect is put together.
enum EffectNesting {
  /// So many may be around one another, as many as JSON may have levels.
  static let most = 2048

  /// What is said of one that goes further.
  static let refusal =
    "effects are nested more than \(most) deep: a loop that puts each around the one before? "
    + "Merge or concatenate them instead"

  /// So many are taken in, and let go of, without a look at the stack.
  static let granted = 32

  /// What one of them takes of the stack, of which 300 bytes were seen.
  #if KUMIKI_SANITIZED
    static let level = 8 * 1024
  #elseif DEBUG
    static let level = 2 * 1024
  #else
    static let level = 768
  #endif
}

extension AnyEffectNode {
  /// Notes what it is around, before anybody sees it.
  final func hold(_ part: AnyEffectNode?) {
    guard let part else { return }
    depth = max(depth, part.depth)
    reach = max(reach, part.reach &+ 1)
  }

  /// Whether there is stack enough to take in what is inside. If there is not, that is an issue, and
  /// nothing of it begins.
  final func hasRoom(_ acceptance: Acceptance) -> Bool {
    let depth = Int(depth)
    if depth <= EffectNesting.granted { return true }
    if ThreadFrame.stackHasRoom(for: depth * EffectNesting.level) { return true }
    acceptance.table.report(
      .invalidEffect,
      "an effect is nested \(depth) deep, which is too deep for what is left of this thread's stack",
      in: acceptance.scope)
    return false
  }

  /// One operator more, around effects that are nested `depth` deep.
  static func around(_ depth: Int, _ make: () -> AnyEffectNode) -> AnyEffectNode {
    // One that goes too far is as deep as they get, so that what is put around it is another such one.
    let node = depth < EffectNesting.most ? make() : InvalidNode(EffectNesting.refusal)
    node.depth = UInt16(min(depth + 1, EffectNesting.most))
    return node
  }

  /// Lets go of what it holds, for its `deinit`: at once where that is little.
  final func letGo(_ parts: inout [AnyEffectNode]) {
    guard reach > EffectNesting.granted else { return }
    Dismantling.letGo(&parts)
  }

  final func letGo<Action>(_ part: inout Effect<Action>) {
    guard reach > EffectNesting.granted else { return }
    // No other reference may be held meanwhile.
    var parts = part.node.map { [$0] } ?? []
    part = .none
    letGo(&parts)
  }
}

extension Effect {
  /// How many operators are around one another in it.
  var depth: Int { node.map { Int($0.depth) } ?? 0 }

  /// One operator more, around effects that are nested `depth` deep.
  static func around(_ depth: Int, _ make: () -> EffectNode<Action>) -> Self {
    Self(untyped: AnyEffectNode.around(depth, make))
  }
}
