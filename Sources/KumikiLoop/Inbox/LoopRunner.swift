/// The part of a program that runs a loop without a thread of its own.
struct LoopRunner {
  /// The pump of the main actor or of a test; nil if a thread runs the loop.
  let pump: (any LoopPump)?
  /// The pump of an ownerless loop.
  let testPump: TestPump?
  /// The original id of the thread that is running the loop under the loop's id.
  var outerID: UInt64 = 0

  init(_ pump: (any LoopPump)?) {
    self.pump = pump
    testPump = pump as? TestPump
  }

  /// Whether the main actor's executor runs the loop.
  var isMainActors: Bool { pump != nil && testPump == nil }
}
