/// The store that another one was scoped from, whatever its types.
protocol DerivingStore: AnyObject {
  func deriving(_ body: () -> Void)
  func telling(_ body: () -> Void)
  var mayBeRead: Bool { get }
}

extension LoopStore: DerivingStore {
  /// Runs `body`, which computes a derived value. Meanwhile the state cannot change: what is sent is dropped,
  /// what effects send waits, and an end of the store too.
  package func deriving(_ body: () -> Void) {
    if let origin { return origin.parent.deriving(body) }
    let outer = phase
    loop.activity += 1
    core.beginDeriving(isInBurst: isInBurst)
    phase = .deriving
    body()
    phase = outer
    core.endDeriving()
    if outer == .idle, hasMore { _ = settle(.none, isTold: true) }
    loop.activity -= 1
  }

  /// Lends the state without a copy. The body must not send.
  package func lendCurrent(_ body: (Lent<State>) -> Void) {
    guard let origin else { return body(Lent(&current)) }
    origin.lend(self) { part in
      if let part { return body(part) }
      Lent.lending(origin.last(self)) { body($0) }
    }
  }

  /// Whether the state can be read: on the loop's thread, and not in a reducer.
  package var mayBeRead: Bool {
    if let origin { return origin.parent.mayBeRead }
    return loop.isCurrentThread && phase != .reducing
  }

  /// Whether a burst is running whose observers are not being notified yet.
  package var isInBurst: Bool {
    switch phase {
    case .idle, .ended, .scoped: false
    case .deriving: core.derivations.beganInBurst
    case .reducing, .settling: observers?.with { $0.isTelling } != true
    }
  }
}
