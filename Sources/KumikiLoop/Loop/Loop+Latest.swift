// Work of other threads that keeps only its latest value while it waits; see LatestWorkTable.

extension Loop {
  /// Runs `work` with a value at the next dispatch. If work under the same name is already waiting, the value
  /// replaces that work's value, and the work keeps its place. Usable on any thread except the loop's.
  ///
  /// Waiting values have a separate limit, which also is ``waitingActionLimit``. A value that replaces another does
  /// not count.
  ///
  /// - Parameter work: The same function for all values of the name. Retains the name's owner.
  package func post<Value: Sendable>(
    _ value: Value, latest name: LatestName, _ work: @escaping @Sendable (Value) -> Void
  ) -> PostedAction {
    inbox.accept(value, latest: name, most: inbox.limits.mostWaiting.load(ordering: .relaxed)) {
      [inbox] waiting in
      guard let latest = inbox.take(waiting) as? Value else { return }
      work(latest)
    }
  }

  /// Makes the waiting work of an owner keep its values: later values go behind the work that has been posted since.
  /// Usable on any thread.
  package func settleLatest(of owner: AnyObject & Sendable) {
    inbox.settleLatest(of: ObjectIdentifier(owner))
  }

  /// Drops the waiting value under a name.
  package func dropLatest(_ name: LatestName) { inbox.dropLatest(name) }
}
