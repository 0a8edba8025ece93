extension Loop {
  /// Calls the functions for the end of a store's features that count the store's end. Their effects run to their end
  /// on the loop: no store receives their actions.
  ///
  /// - Parameter left: the nodes of the store's features, the outer ones first.
  func tellStoreEnd(_ left: [ScopeNode]) {
    let ends = FeatureEnd.all(of: left).map(\.end).filter(\.includesStoreEnd)
    if ends.isEmpty { return }
    let core = StoreCore(loop: self)
    core.burst.isTracked = false
    // If the loop is closing, this ends the effects before they begin.
    let member = add(LoopMember(end: { core.end() }, cancelWork: { core.cancelWork() }))
    let delivery = Delivery(taskTree: nil)
    Acceptance(table: core, scope: core.root, delivery).counting {
      self.removeMember(member)
    } _: { acceptance in
      for end in ends { end.tell(acceptance, nil) }
    }
  }
}
