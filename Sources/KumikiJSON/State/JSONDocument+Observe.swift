package import Kumiki

// Who observes parts of a document is in the list of its store, in the group of the node that he observes.
extension JSONDocument {
  /// Has the observers of this document be found, in a list that is told after each burst.
  package func observed(by list: ObserverList) {
    list.add(
      ObserverFinder { [self] _, list in
        endBurst { list.makeDue($0) }
      } groups: { [self] in
        observers
      })
  }

  /// Calls `notify` after each burst in which the part at a route was written to, in the order of
  /// subscription.
  ///
  /// - Returns: how to end that.
  package func observe(
    _ route: JSONAddress, in list: ObserverList, _ notify: @escaping () -> Void
  ) -> () -> Void {
    let node = place(at: route)
    // Weakly: the list lets go of it where the store ends earlier.
    weak let observer = list.add(in: node.makeObservers()) { _ in notify() }
    return { [self] in
      if let observer { list.cancel(observer) }
      release(node)
    }
  }

  /// The groups of all that somebody observes.
  private var observers: [ObserverGroup] {
    var found = [places.observers].compactMap { $0 }
    places.forEachBelow { found += [$0.observers].compactMap { $0 } }
    return found
  }
}
