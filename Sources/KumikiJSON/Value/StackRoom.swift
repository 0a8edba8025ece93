/// Whether the running thread has stack left for work that recurses.
package enum StackRoom {
  /// Answers whether that many more bytes can be used.
  package nonisolated(unsafe) static var hasStackRoom: @Sendable (Int) -> Bool = { _ in true }

  /// What jansson's reader and printer take for one level of nesting, rounded up.
  static let janssonLevel = 512

  /// How many levels of values a coder goes through before it asks again, and what it asks for: a level costs
  /// up to 4 KiB in a debug build, more where a type's own `encode(to:)` is large.
  static let levelsBetweenQuestions = 4
  static let codingReserve = 96 * 1024

  /// What a call may use beside its recursion.
  static let reserve = 32 * 1024
}
