/// The part that all copies of one ``Shared`` or ``SharedReader`` have in common: the value that they refer to. An
/// assignment to `$value` replaces that value for all copies.
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

  /// Makes the link refer to another value from now on.
  ///
  /// - Parameter isNotified: Whether observers are called.
  func move(to box: any SharedBox<Value>, isNotified: Bool = true) {
    // Observation tracks the old value's property, so it is notified there.
    self.box.root.touch {
      let old = state.withLock { state in
        defer { (state.box, state.moves) = (box, state.moves + 1) }
        return state.box
      }
      // The release of the old value may run the program's code, so it happens outside of the lock.
      withExtendedLifetime(old) {}
    }
    let (move, followers) = state.withLock { state in
      (SharedMove(to: state.box.root, state.moves, isNotified), state.followers)
    }
    followers?.notify(move)
  }

  /// Calls `notify` after each write to the value, and when another value replaces it.
  ///
  /// - Parameter loop: The loop that `notify` passes the notification on to, if any.
  /// - Returns: A function that ends the observation, on any thread.
  package func follow(
    on loop: Loop? = nil, _ notify: @escaping @Sendable () -> Void
  ) -> @Sendable () -> Void {
    let follower = SharedFollower(loop, notify)
    let followers = state.withLock { state in
      let followers = state.followers ?? SharedObservers()
      state.followers = followers
      return followers
    }
    let leave = followers.add { follower.follow($0) }
    // A move between these two steps has a higher number, so it counts as newer.
    follower.follow(state.withLock { SharedMove(to: $0.box.root, $0.moves, false) })
    return {
      leave()
      follower.end()
    }
  }
}

/// A value that a link refers to, and the number of values before it.
private struct SharedMove: Sendable {
  let root: any SharedRoot
  let number: Int
  let isNotified: Bool

  init(to root: any SharedRoot, _ number: Int, _ isNotified: Bool) {
    (self.root, self.number, self.isNotified) = (root, number, isNotified)
  }
}

/// An observer of a link's current value.
private final class SharedFollower: Sendable {
  private struct State {
    var number = -1
    var endsLast: (@Sendable () -> Void)?
    var isOver = false
  }

  private let loop: Loop?
  private let notify: @Sendable () -> Void
  private let state = Guarded(State(), in: .sharedValues)

  init(_ loop: Loop?, _ notify: @escaping @Sendable () -> Void) {
    self.loop = loop
    self.notify = notify
  }

  func follow(_ move: SharedMove) {
    let ends = move.root.observers.add(on: loop) { [notify] _ in notify() }
    // Returns the observation that is no longer needed: the previous one, or this one if a newer move came first.
    let unneeded = state.withLock { state in
      if state.isOver || move.number <= state.number { return Optional(ends) }
      defer { (state.number, state.endsLast) = (move.number, ends) }
      return state.endsLast
    }
    unneeded?()
    if move.isNotified { notify() }
  }

  func end() {
    let last = state.withLock { state in
      state.isOver = true
      return state.endsLast.take()
    }
    last?()
  }
}
