/// The running effects of one store, by feature and by id.
@usableFromInline
package final class EffectTable {
  package let loop: Loop
  package let identifiers: Identifiers
  @usableFromInline let root = ScopeNode(parent: nil, key: nil, kind: .feature)
  /// Effects in flight.
  package internal(set) var count = 0
  package private(set) var isEnded = false
  /// How many writes of bindings reducers have taken: a view looks whether its own was.
  package var handledBindings: UInt64 = 0
  /// The cascade of the running burst, made when something of it outlives its step.
  // Unchecked, as in the store: every send looks here, on the loop's thread.
  @usableFromInline @exclusivity(unchecked) var cascade: Cascade?
  private var lastSerial: UInt64 = 0
  /// What a dismissal does where nothing is presented; nil: it is the issue `dismiss-unavailable`.
  package var onRootDismissal: (() -> Void)?

  @usableFromInline
  package init(loop: Loop) {
    self.loop = loop
    identifiers = Identifiers(isCounting: loop.kind == .virtual)
    LiveObjects.add()
  }

  deinit { LiveObjects.remove() }

  func nextSerial() -> UInt64 {
    lastSerial += 1
    return lastSerial
  }

  func burstCascade() -> Cascade {
    if let cascade { return cascade }
    let made = Cascade(loop)
    cascade = made
    return made
  }

  /// Cancels the effects under `id` in a feature and in everything below it.
  ///
  /// Groups in `sparing` are left alone: an effect that is made cancellable twice with the same id
  /// and `cancelInFlight` must not stop itself.
  func cancel(_ id: AnyHashable, in scope: ScopeNode, sparing: GroupList? = nil) {
    var found: [CancelGroup] = []
    var stack = [scope.identity]
    while let node = stack.popLast() {
      for group in node.groups[id] ?? [] where sparing?.contains(group) != true {
        found.append(group)
      }
      stack += node.children.values
    }
    for group in found { group.isCancelled = true }
    let doomed = found.flatMap { $0.members.ordered }.sorted { $0.serial < $1.serial }
    for entry in doomed { entry.cancel() }
  }

  /// How many ids are registered; for tests.
  package var registeredIDCount: Int {
    var count = 0
    var stack = [root]
    while let node = stack.popLast() {
      count += node.groups.count
      stack += node.children.values
    }
    return count
  }

  /// Cancels everything and takes nothing in any more.
  func end() {
    guard !isEnded else { return }
    isEnded = true
    root.end()
  }

  /// A feature that nobody presents asks for its dismissal.
  func dismissRoot(from scope: ScopeNode) {
    if let onRootDismissal { return onRootDismissal() }
    report(.dismissUnavailable, "dismiss was called where nothing is presented", in: scope)
  }

  package func report(_ code: Issue.Code, _ message: String, in _: ScopeNode) {
    loop.report(Issue(code: code, message: message))
  }
}
