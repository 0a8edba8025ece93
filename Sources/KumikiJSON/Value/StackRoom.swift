/// Whether the running thread has stack left for work that recurses.
package enum StackRoom {
  /// Answers whether that many more bytes can be used.
  package nonisolated(unsafe) static var hasStackRoom: @Sendable (Int) -> Bool = { _ in true }

  /// What jansson's reader and printer take for one level of nesting, rounded up.
  static let janssonLevel = 512

  /// What a call may use beside its recursion.
  static let reserve = 32 * 1024
}
