/// The limits of effect nesting, and the stack that nesting takes.
///
/// Merges of merges and chains of chains may have any length, because a loop walks them (``EffectParts``). Any other
/// operator around an effect is one more nested call when the effect is accepted and when it sends, so these operators
/// are counted when an effect is created.
enum EffectNesting {
  /// The greatest depth.
  static let most = 2048

  /// The message for an effect that is nested more deeply.
  static let refusal =
    "effects are nested more than \(most) deep: does a loop wrap each one in the next? "
    + "Merge or concatenate them instead"

  /// Effects up to this depth are accepted and released without checking the stack.
  static let granted = 32

  /// The stack for one level, which may be a chain in a merge. In a release build 1,136 bytes were measured.
  #if KUMIKI_SANITIZED
    static let level = 8 * 1024
  #elseif DEBUG
    static let level = 2 * 1024
  #else
    static let level = 1152
  #endif
}

extension AnyEffectNode {
  /// Adds a part to this node's measures, before the node is used.
  final func hold(_ part: AnyEffectNode?) {
    guard let part else { return }
    depth = max(depth, part.depth)
    reach = max(reach, part.reach &+ 1)
    // An effect may contain the same part many times, so the sum may exceed any memory size.
    let (sum, overflow) = size.addingReportingOverflow(part.size)
    size = overflow ? .max : sum
    // Computed from whole hashes, because otherwise the parts of a part could swap places with its neighbours.
    let mixed = (kinds &* 0x9e37_79b1) ^ (part.kinds &+ 0x811c_9dc5)
    kinds = (mixed ^ mixed >> 15) &* 0x0100_0193
  }

  /// Returns whether the stack suffices to accept the nodes inside. If not, an issue is reported and no part of the
  /// effect starts.
  final func hasStack(_ acceptance: Acceptance) -> Bool {
    let depth = Int(depth)
    if depth <= EffectNesting.granted { return true }
    if ThreadFrame.hasStack(for: depth * EffectNesting.level) { return true }
    acceptance.table.report(
      .invalidEffect,
      "an effect is nested \(depth) deep, which is too deep for the rest of this thread's stack",
      in: acceptance.scope)
    return false
  }

  /// Creates a node around effects that are nested `depth` deep.
  static func around(_ depth: Int, _ make: () -> AnyEffectNode) -> AnyEffectNode {
    // A refused effect has the greatest depth, so that an effect around it is refused too.
    let node = depth < EffectNesting.most ? make() : InvalidNode(EffectNesting.refusal)
    node.depth = UInt16(min(depth + 1, EffectNesting.most))
    return node
  }

  /// Releases the parts, for `deinit`: directly if only a few are nested, otherwise one after another.
  final func releaseParts(_ parts: inout [AnyEffectNode]) {
    guard reach > EffectNesting.granted else { return }
    Dismantling.release(&parts)
  }
}

/// An effect that was built wrongly.
final class InvalidNode: AnyEffectNode {
  let message: String
  init(_ message: String) { self.message = message }

  override func accept(_ acceptance: Acceptance, anySink _: AnyObject) {
    guard !acceptance.isCancelled else { return }
    acceptance.table.report(.invalidEffect, message, in: acceptance.scope)
  }
}
