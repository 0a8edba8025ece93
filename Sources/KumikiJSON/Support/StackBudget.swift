internal import KumikiValues

/// The stack that this module's recursive work needs, and the check whether the thread has it.
enum StackBudget {
  /// jansson 2.14's stack for a level of nesting, with a margin: 80 bytes were measured for reading and 304 for
  /// printing.
  static let readingLevel = 160
  static let printingLevel = 512

  /// jansson's stack beyond its recursion.
  static let janssonReserve = 48 * 1024

  /// The levels that a coder handles between two checks of the stack, and the size that a check requires.
  static let levelsBetweenQuestions = 4
  static let codingReserve = 96 * 1024

  /// The stack for an operator that runs the child in a case of an action: 1,750 bytes were measured, three
  /// times as much in a debug build. Actions with at most `casesForGranted` cases are handled without a check.
  static let casesForGranted = 8

  /// The stack for an operator that only passes an action on, within nested operators around the same state: 550
  /// bytes were measured. Up to `operatorsForGranted` of them run without a check.
  static let operatorsForGranted = 32
  static let operatorsForGrantedInLevel = 4
  #if KUMIKI_SANITIZED
    // The address sanitizer makes every frame larger.
    static let reducingLevel = 32 * 1024
    static let settingUpLevel = 32 * 1024
    static let passingLevel = 12 * 1024
  #elseif DEBUG
    static let reducingLevel = 7 * 1024
    static let settingUpLevel = 9 * 1024
    static let passingLevel = 2560
  #else
    static let reducingLevel = 2560
    static let settingUpLevel = 4864
    static let passingLevel = 1024
  #endif

  /// The stack that must remain when a value is checked against the operators' requirements. Setting the value up
  /// takes no more than `settingUpLevel` per level: 4,810 bytes were measured in a recursion of two operators.
  static let declaringReserve = 24 * 1024

  /// The stack for a level of merging objects.
  static let mergingReserve = 16 * 1024

  /// The stack for a level of comparing two values and then printing one.
  static let comparingReserve = 16 * 1024

  /// The stack for a dynamic reducer and its function, before the chosen reducer runs.
  static let choosingReserve = 32 * 1024

  /// Whether the running thread's stack has room for a number of bytes.
  static func has(_ bytes: Int) -> Bool { ThreadFrame.hasStack(for: bytes) }
}
