/// What all copies of one ``Shared`` or ``SharedReader`` have in common: the value to which they refer. An
/// assignment to `$value` replaces it, and all copies follow.
package final class SharedLink<Value>: Sendable {
  private struct State {
    var box: any SharedBox<Value>
    /// How often the box was replaced.
    var moves = 0
    var followers: SharedObservers<SharedMove>?
  }

  private let state: Guarded<State>

  init(_ box: any SharedBox<Value>) { state = Guarded(State(box: box), in: .sharedValues) }

  package var box: any SharedBox<Value> { state.withLock { $0.box } }

  /// Refers to another value from now on.
  ///
  /// - Parameter isTold: whether observers are called.
  func move(to box: any SharedBox<Value>, isTold: Bool = true) {
    // Observation asks for the old value's property, and so is notified there.
    self.box.root.touch {
      let old = state.withLock { state in
        defer { (state.box, state.moves) = (box, state.moves + 1) }
        return state.box
      }
      // The end of the old value may run the program's code, outside of the lock.
      withExtendedLifetime(old) {}
    }
    let (move, followers) = state.withLock { state in
      (SharedMove(to: state.box.root, state.moves, isTold), state.followers)
    }
    followers?.tell(move)
  }

  /// Calls `tell` after each write to the value, and when another value takes its place.
  ///
  /// - Parameter loop: the loop that `tell` passes it on to, if any.
  /// - Returns: a function that ends this. Any thread.
  package func follow(
    on loop: Loop? = nil, _ tell: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void {
    let follower = SharedFollower(loop, tell)
    let followers = state.withLock { state in
      let followers = state.followers ?? SharedObservers()
      state.followers = followers
      return followers
    }
    let leave = followers.add { follower.follow($0) }
    // A move between these two is known to be newer than this.
    follower.follow(state.withLock { SharedMove(to: $0.box.root, $0.moves, false) })
    return {
      leave()
      follower.end()
    }
  }
}

/// A value to which a link refers, and how many there were before.
private struct SharedMove: Sendable {
  let root: any SharedRoot
  let number: Int
  let isTold: Bool

  init(to root: any SharedRoot, _ number: Int, _ isTold: Bool) {
    (self.root, self.number, self.isTold) = (root, number, isTold)
  }
}

/// An observer of whatever value a link refers to.
private final class SharedFollower: Sendable {
  private struct State {
    var number = -1
    var endsLast: (@Sendable () -> Void)?
    var isOver = false
  }

  private let loop: Loop?
  private let tell: @Sendable () -> Void
  private let state = Guarded(State(), in: .sharedValues)

  init(_ loop: Loop?, _ tell: @escaping @Sendable () -> Void) {
    self.loop = loop
    self.tell = tell
  }

  func follow(_ move: SharedMove) {
    let ends = move.root.observers.add(on: loop) { [tell] _ in tell() }
    // Returns the observation that is not needed: the one before, or this one if another was faster.
    let unneeded = state.withLock { state in
      if state.isOver || move.number <= state.number { return Optional(ends) }
      defer { (state.number, state.endsLast) = (move.number, ends) }
      return state.endsLast
    }
    unneeded?()
    if move.isTold { tell() }
  }

  func end() {
    let last = state.withLock { state in
      state.isOver = true
      return state.endsLast.take()
    }
    last?()
  }
}
