/// A feature that has effects, as a node of the store's cancellation tree.
///
/// The tree mirrors the navigation: the root, then a node for each presented or optional ancestor. It contains only
/// features with running effects at or below them, so a feature without effects costs nothing, and presenting a feature
/// starts nothing. Dismissal cancels a subtree.
@usableFromInline
package final class ScopeNode: KeyedNode {
  @usableFromInline
  package enum Kind {
    /// The root, an optional child, a row: it has its own ids.
    case feature
    /// A plain `Scope`: distinguished from its siblings, but using its parent's ids.
    case transparent
    /// A presentation that *dismiss* can end.
    case presentation
    /// An alert or dialog: a presentation that its own action ends, and whose effects outlive it.
    case ephemeral
  }

  let key: ScopeKey?
  let parent: ScopeNode?
  @usableFromInline let kind: Kind
  // Unchecked, as in the store: every step accesses it, on the loop's thread.
  /// The number of children.
  @safe @usableFromInline @exclusivity(unchecked) var childCount = 0
  @safe @exclusivity(unchecked) var children = ScopeChildren<ScopeNode>()
  @safe @exclusivity(unchecked) var entries = LinkedList<EffectEntry.AmongScope>()
  @safe @exclusivity(unchecked) var groups = LinkedList<CancelGroup.AmongScope>()
  /// The number of groups here and below.
  @safe @exclusivity(unchecked) var groupCount = 0
  /// The ``ThrottleWindows`` that this feature has opened. They keep the node in the tree until the feature ends.
  @safe @exclusivity(unchecked) var throttles: AnyObject?
  /// The record of the state-driven effect here. It keeps the node in the tree.
  @safe @exclusivity(unchecked) package private(set) var memory: AnyObject?
  /// The optics of the children that have state-driven effects at or below them.
  @safe @exclusivity(unchecked) private(set) var followedOptics: [OpticID] = []
  /// The findings of the current follow pass here; nil if the pass has not reached this node.
  @safe @exclusivity(unchecked) var findings: FollowFindings?
  @safe @usableFromInline @exclusivity(unchecked) package private(set) var isEnded = false
  /// Whether its operator has found another child, or none, in its place. The running step then ends it.
  @safe @exclusivity(unchecked) var isReplaced = false
  /// Greater than 0 while an effect is being accepted here, or the feature is in a step. A cancellation during that
  /// time may leave the node empty, but the rest of the effect, or of the step, must find it in the tree.
  @safe @exclusivity(unchecked) private var pins = 0

  /// Delivers the dismiss action of this presentation to the parent; nil if there is no such action.
  var dismiss: ((Delivery) -> Void)?
  /// Whether a dismissal was requested and has not arrived. Another request then does nothing.
  @safe @exclusivity(unchecked) package var isDismissing = false

  init(parent: ScopeNode?, key: ScopeKey?, kind: Kind) {
    self.parent = parent
    self.key = key
    self.kind = kind
  }

  var isRoot: Bool { parent == nil }

  /// This node, its parent, and so on up to the root.
  var upward: UnfoldFirstSequence<ScopeNode> { sequence(first: self) { $0.parent } }

  func isInside(_ node: ScopeNode) -> Bool { node.isRoot || upward.contains { $0 === node } }

  /// The node that owns the ids of this node's effects.
  var identity: ScopeNode { upward.first { $0.kind != .transparent } ?? self }

  /// The presentation that *dismiss* ends from here; nil at the root.
  var presentation: ScopeNode? {
    upward.first { $0.kind == .presentation || $0.kind == .ephemeral }
  }

  func child(_ key: ScopeKey) -> ScopeNode? { childCount == 0 ? nil : children[key] }

  func child(_ key: ScopeKey, kind: Kind) -> ScopeNode {
    if let child = child(key) { return child }
    let child = ScopeNode(parent: self, key: key, kind: kind)
    children.insert(child, key)
    childCount += 1
    return child
  }

  /// Returns the keys of the children at `optic` that satisfy `isGone`. The node of a plain `Scope` is left out,
  /// because it ends with the feature around it.
  func keys(at optic: OpticID, where isGone: (ScopeNode, ScopeKey) -> Bool) -> [ScopeKey] {
    var keys: [ScopeKey] = []
    children.visit(at: optic) { child in
      if child.kind != .transparent, let key = child.key, isGone(child, key) { keys.append(key) }
    }
    return keys
  }

  /// Called when the requested dismissal has arrived. If its step does not end the presentation, a new request may
  /// follow.
  @usableFromInline
  func dismissalArrived() { isDismissing = false }

  /// Called when the dismissal has been handled.
  @usableFromInline
  func dismissalHandled() { prune() }

  /// Stores the record of the state-driven effect here.
  func remember(_ memory: AnyObject) {
    self.memory = memory
    var node = self
    while let key = node.key, let parent = node.parent,
      !parent.followedOptics.contains(key.optic)
    {
      parent.followedOptics.append(key.optic)
      node = parent
    }
  }

  /// Ends the state-driven effects at or below the children at some optics, and no other effects.
  ///
  /// - Returns: the ended nodes that remember something, the outer ones first.
  func endFollowing(at optics: [OpticID]) -> [ScopeNode] {
    followedOptics.removeAll { optics.contains($0) }
    var stack: [ScopeNode] = []
    for optic in optics { children.visit(at: optic) { stack.append($0) } }
    var doomed: [ScopeNode] = []
    while let node = stack.popLast() {
      if node.memory != nil {
        doomed.append(node)
      } else {
        // Other effects may keep the node: an effect that starts below it later must register further up again.
        node.followedOptics = []
        node.children.append(to: &stack)
      }
    }
    for node in doomed { if let key = node.key { _ = node.parent?.removeChild(key) } }
    let left = Self.end(doomed)
    for node in doomed { node.parent?.prune() }
    return left
  }

  /// Keeps this node in the tree while `body` runs.
  func pinned(_ body: () -> Void) {
    pins += 1
    body()
    pins -= 1
  }

  /// Keeps this node in the tree until ``unpin()``.
  func pin() { pins += 1 }

  func unpin() {
    pins -= 1
    prune()
  }

  @discardableResult
  func removeChild(_ key: ScopeKey) -> ScopeNode? {
    guard let child = children.remove(key) else { return nil }
    childCount -= 1
    return child
  }

  /// Removes the node from the tree if nothing is left here or below.
  func prune() {
    if isRoot { return }
    var node = self
    while node.entries.isEmpty, node.childCount == 0, node.throttles == nil,
      node.memory == nil, !node.isDismissing, node.pins == 0,
      let parent = node.parent, let key = node.key
    {
      guard parent.child(key) === node else { return }
      parent.removeChild(key)
      node = parent
    }
  }

  /// Ends this feature and all features below it: every effect is cancelled, and none may start.
  ///
  /// - Returns: the ended nodes that remember something, the outer ones first.
  @discardableResult
  func end() -> [ScopeNode] {
    guard childCount == 0, entries.isEmpty, memory == nil else { return Self.end([self]) }
    (isEnded, dismiss) = (true, nil)
    return []
  }

  /// Ends several features. Their effects are cancelled in the order they started.
  ///
  /// - Returns: the ended nodes that remember something, the outer ones first.
  @discardableResult
  static func end(_ nodes: consuming [ScopeNode]) -> [ScopeNode] {
    var doomed: [EffectEntry] = []
    var left: [ScopeNode] = []
    while let node = nodes.popLast() {
      node.isEnded = true
      node.dismiss = nil
      if node.memory != nil { left.append(node) }
      doomed += node.entries.all
      node.children.append(to: &nodes)
      node.children = ScopeChildren()
      node.childCount = 0
    }
    for entry in doomed.ordered(by: { $0.serial < $1.serial }) { entry.cancel() }
    return left
  }

  /// Returns the node that keys lead to; nil if no effect runs there.
  package func descendant(_ path: [ScopeKey]) -> ScopeNode? {
    var node: ScopeNode? = self
    for key in path { node = node?.child(key) }
    return node
  }

  /// This node and those below it that remember something, the outer ones first.
  package var remembering: [ScopeNode] {
    if childCount == 0 { return memory == nil ? [] : [self] }
    var found: [ScopeNode] = []
    var stack = [self]
    while let node = stack.popLast() {
      if node.memory != nil { found.append(node) }
      node.children.append(to: &stack)
    }
    return found
  }

  /// Lets effects start again in this feature after its end.
  func reopen() {
    isEnded = false
    throttles = nil
  }
}
