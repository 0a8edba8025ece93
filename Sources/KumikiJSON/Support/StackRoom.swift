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

  /// What an operator takes for a case of an action, on its way to the child in it: 1750 bytes were
  /// seen, and three times as much where nothing is optimized. So many cases are taken for granted.
  static let casesForGranted = 8

  /// And what one takes that an action only passes, in a row of operators around the same state: 550
  /// bytes were seen. So many are taken for granted, in a state and in each level of a recursion.
  static let operatorsForGranted = 32
  static let operatorsForGrantedInLevel = 4
  #if KUMIKI_SANITIZED
    // The address sanitizer puts a fence around every variable.
    static let reducingLevel = 32 * 1024
    static let passingLevel = 12 * 1024
  #elseif DEBUG
    static let reducingLevel = 7 * 1024
    static let passingLevel = 2560
  #else
    static let reducingLevel = 2560
    static let passingLevel = 1024
  #endif

  /// What must be left where a value is looked at by what the operators need of it. A level of it takes
  /// no more than `reducingLevel` when it is set up.
  static let declaringReserve = 24 * 1024

  /// What comparing two values takes for a level, and printing one of them after it.
  static let comparingReserve = 16 * 1024

  /// What a reader and the function that chooses for it take, before what it chose runs.
  static let choosingReserve = 32 * 1024

  /// Whether so many more bytes of the running thread's stack can be used.
  static func has(_ bytes: Int) -> Bool { ThreadFrame.stackHasRoom(for: bytes) }
}
