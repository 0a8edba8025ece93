// Work of other threads of which only the latest waits; see LatestWorks.

extension Loop {
  /// Runs `work` with a value at the next dispatch. If work under that name waits already, it is given the
  /// value in place of its own, and keeps its place. Any thread but the loop's.
  ///
  /// Values that wait have places of their own, as many as ``waitingActionLimit``. One that replaces another needs none.
  ///
  /// - Parameter work: it is the same for all values of the name. Retains the name's owner.
  package func post<Value: Sendable>(
    _ value: Value, latest name: LatestName, _ work: @escaping @Sendable (Value) -> Void
  ) -> PostedAction {
    inbox.accept(value, latest: name, most: inbox.limits.mostWaiting.load(ordering: .relaxed)) {
      [inbox] waiting in
      guard let latest = inbox.take(waiting) as? Value else { return }
      work(latest)
    }
  }

  /// Lets the work of an owner that waits keep the values that it has: what comes later is put behind what
  /// has been posted since. Any thread.
  package func settleLatest(of owner: AnyObject & Sendable) {
    inbox.settleLatest(of: ObjectIdentifier(owner))
  }

  /// Drops the value that waits under a name.
  package func dropLatest(_ name: LatestName) { inbox.dropLatest(name) }
}
