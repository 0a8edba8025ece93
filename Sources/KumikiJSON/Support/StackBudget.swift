internal import Kumiki

/// How much of the thread's stack recursive work of this module takes, and whether the stack has it.
enum StackBudget {
  /// What jansson 2.14 takes for a level of nesting, with a margin: it was seen to use 80 bytes
  /// when it reads and 304 when it prints.
  static let readingLevel = 160
  static let printingLevel = 512

  /// What jansson uses beside its recursion.
  static let janssonReserve = 48 * 1024

  /// How many levels of values a coder handles before it checks the stack again, and how much it checks
  /// for.
  static let levelsBetweenQuestions = 4
  static let codingReserve = 96 * 1024

  /// The stack for an operator that runs the child in a case of an action: 1,750 bytes were measured,
  /// three times as much in a debug build. Actions with at most `casesForGranted` cases are handled
  /// without a check.
  static let casesForGranted = 8

  /// The stack for an operator that only passes an action on, in a row of operators around the same state:
  /// 550 bytes were measured. At most `operatorsForGranted` of them are run without a check.
  static let operatorsForGranted = 32
  static let operatorsForGrantedInLevel = 4
  #if KUMIKI_SANITIZED
    // The address sanitizer makes every frame larger.
    static let reducingLevel = 32 * 1024
    static let passingLevel = 12 * 1024
  #elseif DEBUG
    static let reducingLevel = 7 * 1024
    static let passingLevel = 2560
  #else
    static let reducingLevel = 2560
    static let passingLevel = 1024
  #endif

  /// What must be left when a value is checked by what operators need of it. Setting it up takes no more
  /// than `reducingLevel` a level.
  static let declaringReserve = 24 * 1024

  /// What setting members inside of members takes for a level.
  static let mergingReserve = 16 * 1024

  /// What comparing two values takes for a level, and printing one of them after it.
  static let comparingReserve = 16 * 1024

  /// What a reader and the function that chooses for it take, before what it chose runs.
  static let choosingReserve = 32 * 1024

  /// Whether so many more bytes of the running thread's stack can be used.
  static func has(_ bytes: Int) -> Bool { ThreadFrame.stackHasRoom(for: bytes) }
}
