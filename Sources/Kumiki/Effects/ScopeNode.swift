/// Names one feature among those of its parent: where it hangs, and which of those that hung there.
@usableFromInline
package struct ScopeKey: Hashable {
  /// The optic by which the parent reaches it.
  let place: Place
  /// Tells successive or neighbouring occupants apart: a presentation's serial, an element's id.
  let occupant: AnyHashable?

  @usableFromInline
  package init(place: Place, occupant: AnyHashable? = nil) {
    self.place = place
    self.occupant = occupant
  }
}

/// A feature with effects, as a node of the store's cancellation tree.
///
/// The tree mirrors the navigation path: the root, then a node for each presented or optional
/// ancestor. It holds only features that have something running at or below them, so a feature
/// without effects costs nothing, and presenting one starts nothing. Dismissal cancels a subtree.
@usableFromInline
package final class ScopeNode {
  @usableFromInline
  package enum Kind {
    /// The root, an optional child, a row: ids are its own.
    case feature
    /// A plain `Scope`: told apart from its siblings, but ids are its parent's.
    case transparent
    /// A presentation that *dismiss* addresses.
    case presentation
    /// An alert or dialog: a presentation that ends by itself, and whose effects outlive it.
    case ephemeral
  }

  let key: ScopeKey?
  let parent: ScopeNode?
  @usableFromInline let kind: Kind
  // Unchecked, as in the store: every step looks here, on the loop's thread.
  /// How many children there are.
  @usableFromInline @exclusivity(unchecked) var childCount = 0
  /// By place, since an operator asks for those at its own, and there may be many at others.
  @exclusivity(unchecked) private var places: [Place: Children] = [:]
  @exclusivity(unchecked) var entries = LinkedList<EffectEntry.AmongScope>()
  @exclusivity(unchecked) var groups = LinkedList<CancelGroup.AmongScope>()
  /// How many groups there are here and below.
  @exclusivity(unchecked) var groupCount = 0
  /// Throttles that this feature has used; they keep it in the tree until it ends.
  @exclusivity(unchecked) var throttles: [AnyHashable: ThrottleWindow] = [:]
  @usableFromInline @exclusivity(unchecked) package private(set) var isEnded = false
  /// Above 0 while an effect is being taken in here: what it cancels on the way may leave the node
  /// empty, and what comes next must find it in the tree.
  @exclusivity(unchecked) private var pins = 0

  /// Delivers the dismiss action of this presentation to the parent; nil where there is none.
  var dismiss: ((Delivery) -> Void)?
  /// A dismissal is on its way: another request is the same one.
  @exclusivity(unchecked) package var isDismissing = false

  init(parent: ScopeNode?, key: ScopeKey?, kind: Kind) {
    self.parent = parent
    self.key = key
    self.kind = kind
  }

  var isRoot: Bool { parent == nil }

  /// The node whose ids an effect of this one uses.
  var identity: ScopeNode {
    var node = self
    while node.kind == .transparent, let parent = node.parent { node = parent }
    return node
  }

  /// The presentation that *dismiss* addresses from here; nil at the root.
  var presentation: ScopeNode? {
    var node: ScopeNode? = self
    while let here = node, here.kind != .presentation, here.kind != .ephemeral {
      node = here.parent
    }
    return node
  }

  /// The children at one place, by what occupies it.
  struct Children {
    fileprivate(set) var nodes: [AnyHashable?: ScopeNode] = [:]
    /// The structure of a collection when its rows were last compared with these.
    var lookedAt: UInt64?
  }

  func child(_ key: ScopeKey) -> ScopeNode? { places[key.place]?.nodes[key.occupant] }

  func child(_ key: ScopeKey, kind: Kind) -> ScopeNode {
    if let child = child(key) { return child }
    let child = ScopeNode(parent: self, key: key, kind: kind)
    places[key.place, default: Children()].nodes[key.occupant] = child
    childCount += 1
    return child
  }

  /// Those that hang at `place`; nil where none does.
  func children(at place: Place) -> Children? { places[place] }

  func noteLook(at place: Place, structure: UInt64) { places[place]?.lookedAt = structure }

  func append(childrenTo nodes: inout [ScopeNode]) {
    for place in places.values { nodes += place.nodes.values }
  }

  /// The dismissal that was asked for has reached the store.
  @usableFromInline
  func dismissalHandled() {
    isDismissing = false
    prune()
  }

  /// Keeps this node in the tree for as long as `body` runs.
  func pinned(_ body: () -> Void) {
    pins += 1
    body()
    pins -= 1
  }

  /// Takes a child out. Without children at its place nobody looks at the rows there any more, so what
  /// was last seen of them says nothing about those that come next: it goes with the last child.
  @discardableResult
  func removeChild(_ key: ScopeKey) -> ScopeNode? {
    guard let child = places[key.place]?.nodes.removeValue(forKey: key.occupant) else { return nil }
    if places[key.place]!.nodes.isEmpty { places[key.place] = nil }
    childCount -= 1
    return child
  }

  /// Leaves the tree when nothing is left here or below.
  func prune() {
    if isRoot { return }
    var node = self
    while node.entries.isEmpty, node.childCount == 0, node.throttles.isEmpty,
      !node.isDismissing, node.pins == 0,
      let parent = node.parent, let key = node.key
    {
      guard parent.child(key) === node else { return }
      parent.removeChild(key)
      node = parent
    }
  }

  /// Ends this feature and all below it: every effect is cancelled, none may begin any more.
  func end() {
    var doomed: [EffectEntry] = []
    var stack = [self]
    while let node = stack.popLast() {
      node.isEnded = true
      node.dismiss = nil
      node.entries.append(to: &doomed)
      node.append(childrenTo: &stack)
      node.places = [:]
      node.childCount = 0
    }
    doomed.sort { $0.serial < $1.serial }
    for entry in doomed { entry.cancel() }
  }
}
