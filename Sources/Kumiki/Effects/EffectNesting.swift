/// How far effects may be nested, and how much stack that takes.
///
/// Merges of merges and chains of chains may have any length, since a loop walks them (``EffectParts``).
/// Any other operator around an effect is one more nested call when the effect is accepted and when it
/// sends, so these are counted when an effect is made.
enum EffectNesting {
  /// The greatest depth.
  static let most = 2048

  /// The message for an effect that is nested deeper.
  static let refusal =
    "effects are nested more than \(most) deep: a loop that puts each around the one before? "
    + "Merge or concatenate them instead"

  /// Depths up to this are accepted and released without a look at the stack.
  static let granted = 32

  /// The stack for one level; 300 bytes were measured in a release build.
  #if KUMIKI_SANITIZED
    static let level = 8 * 1024
  #elseif DEBUG
    static let level = 2 * 1024
  #else
    static let level = 768
  #endif
}

extension AnyEffectNode {
  /// Notes a part that this node is made of, before the node is used.
  final func hold(_ part: AnyEffectNode?) {
    guard let part else { return }
    depth = max(depth, part.depth)
    reach = max(reach, part.reach &+ 1)
  }

  /// Whether the stack suffices to accept the nodes inside. If not, an issue is raised and nothing of the
  /// effect begins.
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

  /// Makes a node around effects that are nested `depth` deep.
  static func around(_ depth: Int, _ make: () -> AnyEffectNode) -> AnyEffectNode {
    // A refused effect has the greatest depth, so that one around it is refused too.
    let node = depth < EffectNesting.most ? make() : InvalidNode(EffectNesting.refusal)
    node.depth = UInt16(min(depth + 1, EffectNesting.most))
    return node
  }

  /// Releases the parts, for `deinit`: directly where few are nested, else one after the other.
  final func letGo(_ parts: inout [AnyEffectNode]) {
    guard reach > EffectNesting.granted else { return }
    Dismantling.letGo(&parts)
  }

  final func letGo<Action>(_ part: inout Effect<Action>) {
    guard reach > EffectNesting.granted else { return }
    // No other reference to the node may exist meanwhile.
    var parts = part.node.map { [$0] } ?? []
    part = .none
    letGo(&parts)
  }
}

extension Effect {
  /// How many operators are nested in it.
  var depth: Int { node.map { Int($0.depth) } ?? 0 }

  /// An effect of a node around effects that are nested `depth` deep.
  static func around(_ depth: Int, _ make: () -> EffectNode<Action>) -> Self {
    Self(untyped: AnyEffectNode.around(depth, make))
  }
}
