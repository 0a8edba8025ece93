internal import Kumiki

/// How much of the thread's stack this module's recursive work takes, and whether it is there.
enum StackRoom {
  /// What jansson 2.14 takes for a level of nesting, with a margin: it was seen to use 80 bytes
  /// when it reads and 304 when it prints.
  static let readingLevel = 160
  static let printingLevel = 512

  /// What jansson uses beside its recursion.
  static let janssonReserve = 48 * 1024

  /// How many levels of values a coder goes through before it asks again, and what it asks for.
  static let levelsBetweenQuestions = 4
  static let codingReserve = 96 * 1024

  /// Whether so many more bytes of the running thread's stack can be used.
  static func has(_ bytes: Int) -> Bool { ThreadFrame.stackHasRoom(for: bytes) }
}
