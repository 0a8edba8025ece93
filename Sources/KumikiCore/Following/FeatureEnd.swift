/// A function for the end of a feature, as the feature's node in the cancellation tree remembers it.
///
/// The node is in the tree for as long as the feature is present, so everything that ends the feature's effects finds it.
package final class FeatureEnd {
  /// Orders the functions of features that leave together.
  private let serial = Serial.next()
  /// Whether the function is also called at the store's end.
  package let includesStoreEnd: Bool
  /// Knows the feature's last state, and which function is called. Untyped here; the operator knows the type.
  package let last: AnyObject
  /// Calls the function; nil after that.
  private var call: (() -> AnyEffectNode?)?
  private let fits: (AnyObject) -> Bool
  /// Drops the actions of an effect that belongs to no feature.
  private let deaf: AnyEffectSink
  /// Receives the feature's own actions. Set when the node is added to the tree.
  var sink: AnyEffectSink?

  package init<Action>(
    _: Action.Type, includesStoreEnd: Bool, _ last: AnyObject,
    _ call: @escaping () -> AnyEffectNode?
  ) {
    self.includesStoreEnd = includesStoreEnd
    self.last = last
    self.call = call
    fits = { $0 is EffectSink<Action> }
    deaf = DeafSink<Action>()
  }

  /// Calls the function once. Its effect belongs to a feature that is still there, and sends that feature's actions.
  ///
  /// - Parameter node: the node that remembers this, below the feature's own node.
  func tell(
    _ node: ScopeNode, from surviving: ScopeNode, _ table: EffectTable, _ delivery: Delivery
  ) {
    let top = node.upward.first { $0.parent === surviving } ?? node
    tell(Acceptance(table: table, scope: surviving, delivery), sink(around: top))
  }

  /// Calls the function, whose effect belongs to the feature of the acceptance. Its actions reach the nearest feature
  /// from there on that has actions of their type.
  ///
  /// - Parameter sink: receives the feature's actions; nil if there is no such feature.
  package func tell(_ acceptance: Acceptance, _ sink: AnyEffectSink?) {
    guard let call = call.take(), let effect = call() else { return }
    var found = sink
    while let here = found, !fits(here) { found = here.outer }
    let sink = found ?? deaf
    acceptance.scope.pinned {
      acceptance.counting(isAwaited: true) { effect.accept($0, anySink: sink) }
    }
  }

  /// Returns the sink of the feature around the one that had a node.
  package func sink(around top: ScopeNode) -> AnyEffectSink? {
    var inner = sink
    while let here = inner {
      inner = here.outer
      if here.liftedFrom == ObjectIdentifier(top) { return inner }
    }
    // The node that remembers this has no sink of its own.
    return sink
  }
}

private final class DeafSink<Action>: EffectSink<Action> {
  override init() {}

  override func send(_: Action, from _: Delivery) {}
}

extension FeatureEnd {
  /// Returns each node that has an end function, with the function. Inner features come first; at one depth, older ones.
  package static func all(of nodes: [ScopeNode]) -> [(node: ScopeNode, end: FeatureEnd)] {
    var found: [(node: ScopeNode, end: FeatureEnd, depth: Int)] = []
    for node in nodes {
      guard let end = node.memory as? FeatureEnd else { continue }
      found.append((node, end, node.upward.reduce(0) { depth, _ in depth + 1 }))
    }
    return found.ordered { ($1.depth, $0.end.serial) < ($0.depth, $1.end.serial) }
      .map { ($0.node, $0.end) }
  }
}

extension Acceptance {
  /// Calls the functions for the end of features that have left.
  ///
  /// - Parameters:
  ///   - left: the nodes that have ended.
  ///   - surviving: the node of the feature that contained them.
  func tell(_ left: [ScopeNode], from surviving: ScopeNode) {
    for (node, end) in FeatureEnd.all(of: left) {
      end.tell(node, from: surviving, table, Delivery(taskTree: taskTree))
    }
  }
}
