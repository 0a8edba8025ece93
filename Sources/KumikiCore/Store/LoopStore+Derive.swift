/// A store of any type that another store was scoped from.
protocol DerivingStore: AnyObject {
  func deriving(_ body: () -> Void)
  func notifying(_ body: () -> Void)
  var mayBeRead: Bool { get }
}

extension LoopStore: DerivingStore {
  /// Runs `body`, which computes a derived value. The state cannot change during this: sent actions are dropped, and
  /// actions of effects, and an end of the store, are delayed.
  package func deriving(_ body: () -> Void) {
    if let origin { return origin.parent.deriving(body) }
    let outer = phase
    loop.activity += 1
    core.beginDeriving(isInBurst: isInBurst)
    phase = .deriving
    body()
    phase = outer
    core.endDeriving()
    if outer == .idle, hasMore { _ = settle(.none, isNotified: true) }
    loop.activity -= 1
  }

  /// Calls `body` with the state, borrowed and not copied. The body must not send.
  package func lendCurrent(_ body: (Lent<State>) -> Void) {
    guard let origin else { return body(Lent(&current)) }
    origin.lend(self) { part in
      if let part { return body(part) }
      Lent.lending(origin.last(self)) { body($0) }
    }
  }

  /// Whether the state can be read: on the loop's thread, and not inside a reducer.
  package var mayBeRead: Bool {
    if let origin { return origin.parent.mayBeRead }
    return loop.isCurrentThread && phase != .reducing
  }

  /// Whether a burst is running and its observers have not been notified yet.
  package var isInBurst: Bool {
    switch phase {
    case .idle, .ended, .scoped: false
    case .deriving: core.derivations.beganInBurst
    case .reducing, .settling: observers?.with { $0.isNotifying } != true
    }
  }
}
