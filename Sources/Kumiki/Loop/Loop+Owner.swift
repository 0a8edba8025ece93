// Loops that no thread owns but whoever is allowed to at the moment: an actor's, whose threads change.

extension Loop {
  /// Makes a virtual loop that belongs to no thread: everything on it happens in ``asOwner(_:)``.
  ///
  /// `Task.sleep`, and the sleeps of the system's clocks, end there when that time has really passed too:
  /// who sleeps so does not go by a clock that a test moves.
  package static func ownerless() -> Loop {
    let loop = Loop(kind: .virtual, threadID: ThreadFrame.freshID())
    loop.realTimers = TimerHeap()
    return loop
  }

  /// Runs `body` on behalf of the loop's thread.
  ///
  /// For a loop that was made ownerless. Never on two threads at a time: what calls this is isolated to
  /// one actor, or alone.
  package func asOwner<Result>(_ body: () throws -> Result) rethrows -> Result {
    let frame = ThreadFrame.current
    let real = frame.pointee.threadID
    frame.pointee.threadID = threadID
    defer { frame.pointee.threadID = real }
    return try body()
  }
}
