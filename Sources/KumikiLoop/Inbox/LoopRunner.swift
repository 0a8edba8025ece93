/// The part of a program that runs a loop, if no thread does it by itself.
struct LoopRunner {
  /// The main actor's pump or a test's; nil if a thread runs the loop.
  let pump: (any LoopPump)?
  /// The pump of a loop that was made ownerless.
  let testPump: TestPump?
  /// The own id of the thread that is running the loop under the loop's id.
  var outerID: UInt64 = 0

  init(_ pump: (any LoopPump)?) {
    self.pump = pump
    testPump = pump as? TestPump
  }

  /// Whether the main actor's executor runs the loop.
  var isMainActors: Bool { pump != nil && testPump == nil }
}
