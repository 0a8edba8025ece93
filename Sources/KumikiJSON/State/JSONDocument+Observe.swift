package import KumikiValues

// The observers of a document's parts belong to its store's list, in the group of the place that they observe.
extension JSONDocument {
  /// Registers the observers of this document with a list, which notifies them after each burst.
  package func observed(by list: ObserverList) {
    list.add(
      ObserverFinder { [self] _, list in
        endBurst { list.makeDue($0) }
      } groups: { [self] in
        observers
      })
  }

  /// Calls `notify` after each burst in which the part at an address was written, in the order of subscription.
  ///
  /// - Returns: a function that ends the observation.
  package func observe(
    _ address: JSONAddress, in list: ObserverList, _ notify: @escaping () -> Void
  ) -> () -> Void {
    let node = place(at: address)
    mayBeObserved = true
    // Weak, because the list releases the observer if the store ends earlier.
    weak let observer = list.add(in: node.observers.make()) { _ in notify() }
    return { [self] in
      if let observer { list.cancel(observer) }
      release(node)
    }
  }

  /// The groups of all observed places.
  private var observers: [ObserverGroup] {
    var found = [places.observers.group].compactMap { $0 }
    places.forEachBelow { found += [$0.observers.group].compactMap { $0 } }
    return found
  }
}
