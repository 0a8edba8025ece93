// Loops without a thread of their own: an actor's, which runs on changing threads.

extension Loop {
  /// Makes a virtual loop that belongs to no thread: everything on it happens in ``asOwner(_:)``.
  ///
  /// `Task.sleep`, and sleeps of the system's clocks, also end there once the time has really passed,
  /// since such code does not use the clock that a test moves.
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
