/// A programmer's mistake that is no error of the call at hand: an action for something that is not
/// presented, an effect that threw. It is reported, nothing is rolled back, nothing stops.
public struct Issue: Sendable {
  /// A stable name for the kind of mistake.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  public var code: Code
  /// What happened, likely why, and what to change.
  public var message: String
  /// The operator that raised it and where it was attached; "" where none.
  public var label: String
  /// Where in the state, as a JSON Pointer where there is one; "" elsewhere.
  public var statePath: String
  /// The action's cases from the root, without payload values: "destination.presented.counter.inc".
  public var actionCase: String?
  /// The action itself as its store holds it; nil where none was being handled.
  public var action: (any Sendable)?

  public init(
    code: Code, message: String, label: String = "", statePath: String = "",
    actionCase: String? = nil, action: (any Sendable)? = nil
  ) {
    self.code = code
    self.message = message
    self.label = label
    self.statePath = statePath
    self.actionCase = actionCase
    self.action = action
  }
}

/// An error that has an issue of its own, which says more than that something did not fit.
package protocol IssueNaming: Error {
  var issueCode: Issue.Code? { get }
}

extension Issue.Code {
  public static let absentChild = Self(rawValue: "absent-child")
  public static let absentDestination = Self(rawValue: "absent-destination")
  public static let wrongCase = Self(rawValue: "wrong-case")
  public static let missingElement = Self(rawValue: "missing-element")
  public static let missingStackElement = Self(rawValue: "missing-stack-element")
  public static let popMissing = Self(rawValue: "pop-missing")
  public static let pushDuplicate = Self(rawValue: "push-duplicate")
  public static let pushGeneration = Self(rawValue: "push-generation")
  public static let assignMissingID = Self(rawValue: "assign-missing-id")
  public static let duplicateElementID = Self(rawValue: "duplicate-element-id")
  public static let elementIDChanged = Self(rawValue: "element-id-changed")
  public static let bindingFailed = Self(rawValue: "binding-failed")
  public static let bindingUnhandled = Self(rawValue: "binding-unhandled")
  public static let dismissNotHandled = Self(rawValue: "dismiss-not-handled")
  public static let pathNotHandled = Self(rawValue: "path-not-handled")
  public static let unimplementedDependency = Self(rawValue: "unimplemented-dependency")
  public static let jsonNonfinite = Self(rawValue: "json-nonfinite")
  public static let presentNotHydrated = Self(rawValue: "present-not-hydrated")
  public static let dismissUnavailable = Self(rawValue: "dismiss-unavailable")
  public static let invalidEffect = Self(rawValue: "invalid-effect")
  public static let writeWrongCase = Self(rawValue: "write-wrong-case")
  public static let writeFailed = Self(rawValue: "write-failed")
  public static let effectThrew = Self(rawValue: "effect-threw")
  public static let sendAfterCompletion = Self(rawValue: "send-after-completion")
  public static let reentrantSend = Self(rawValue: "reentrant-send")
  public static let offThread = Self(rawValue: "off-thread")
  public static let readWhileReducing = Self(rawValue: "read-while-reducing")
  public static let actionMisfit = Self(rawValue: "action-misfit")
  public static let stateMisfit = Self(rawValue: "state-misfit")
}

/// Where in the program's source something was written.
public struct Site: Sendable, CustomStringConvertible {
  public let fileID: StaticString
  public let line: UInt

  @inlinable
  public init(_ fileID: StaticString, _ line: UInt) {
    self.fileID = fileID
    self.line = line
  }

  public var description: String { "\(fileID):\(line)" }
}
