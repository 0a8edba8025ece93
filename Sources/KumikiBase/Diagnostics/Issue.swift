/// A programmer's mistake that is not an error of the current call, such as an action for a feature that is not
/// presented, or an effect that threw. The issue is reported. Nothing is rolled back, and nothing stops.
public struct Issue: Sendable {
  /// A stable name for the kind of mistake.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
  }

  /// The kind of mistake, for programs. Later versions may add codes.
  public var code: Code
  /// The mistake, its likely cause, and the remedy.
  public var message: String
  /// The operator that raised the issue, and where the operator was attached; "" without an operator.
  public var label: String
  /// The place in the state, as a JSON Pointer if there is one; otherwise "".
  public var statePath: String
  /// The action's cases from the root, without payload values: "destination.presented.counter.inc".
  public var actionCase: String?
  /// The action itself as its store holds it; nil if none was being handled.
  public var action: (any Sendable)?

  /// An issue as the engine reports it, for tests of handlers.
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

extension Issue.Code {
  /// Whether an action did not reach its feature, because an enclosing feature was missing or refused the action.
  package var isOfLostAction: Bool { Self.ofLostActions.contains(self) }

  private static let ofLostActions: Set<Self> = [
    .absentChild, .absentDestination, .wrongCase, .missingElement, .missingStackElement,
    .actionMisfit, .privateCase,
  ]
}

/// An error with its own issue code, more specific than the code for a mismatch.
package protocol IssueNaming: Error {
  var issueCode: Issue.Code? { get }
}

/// The codes are stable, so programs may compare them. docs/issues.md lists when each is raised, and the remedy.
extension Issue.Code {
  /// An action for an optional child that is null. The parent runs.
  public static let absentChild = Self(rawValue: "absent-child")
  /// An action or a dismissal for an empty slot.
  public static let absentDestination = Self(rawValue: "absent-destination")
  /// An action for a case that the state is not in, or a scoped store of such a case. The parent runs.
  public static let wrongCase = Self(rawValue: "wrong-case")
  /// An action for a missing row. The parent runs.
  public static let missingElement = Self(rawValue: "missing-element")
  /// An action for an element that is not in the navigation path. The parent runs.
  public static let missingStackElement = Self(rawValue: "missing-stack-element")
  /// A pop from an element that is not in the navigation path. Nothing is removed.
  public static let popMissing = Self(rawValue: "pop-missing")
  /// A push with an id that is already in the navigation path. Nothing is pushed.
  public static let pushDuplicate = Self(rawValue: "push-duplicate")
  /// A push with an id beyond the next one, where ids are counted. The element is pushed.
  public static let pushGeneration = Self(rawValue: "push-generation")
  /// A write to an id that is not in the navigation path. Nothing changes; append the element instead.
  public static let assignMissingID = Self(rawValue: "assign-missing-id")
  /// A write that would have duplicated an id. Nothing changes.
  public static let duplicateElementID = Self(rawValue: "duplicate-element-id")
  /// A row that changed its own id (the row keeps the old id), or a write under another row's id.
  public static let elementIDChanged = Self(rawValue: "element-id-changed")
  /// A binding whose path or value matches no writable field. Nothing changes.
  public static let bindingFailed = Self(rawValue: "binding-failed")
  /// A view's write of a field that no reducer handled.
  public static let bindingUnhandled = Self(rawValue: "binding-unhandled")
  /// A view was closed, but its feature is still presented. Attach the presented feature with `ifLet`.
  public static let dismissNotHandled = Self(rawValue: "dismiss-not-handled")
  /// A view replaced a navigation path with one of the same length. Nothing is sent.
  public static let pathNotHandled = Self(rawValue: "path-not-handled")
  /// In a test, a dependency that the test did not set. The live value is used.
  public static let unimplementedDependency = Self(rawValue: "unimplemented-dependency")
  /// An attempt to prepare a dependency that was already read or prepared. The dependency keeps its value.
  public static let dependencyInUse = Self(rawValue: "dependency-in-use")
  /// A request for the dependencies of a model that has none. The current dependencies are used.
  public static let modelWithoutDependencies = Self(rawValue: "model-without-dependencies")
  /// A request for a service under an unknown name. Nothing is returned.
  public static let missingDependency = Self(rawValue: "missing-dependency")
  /// A count of rows that no operator indexes. Nothing is counted.
  public static let missingIndex = Self(rawValue: "missing-index")
  /// A state to be written holds a number that is not finite.
  public static let jsonNonfinite = Self(rawValue: "json-nonfinite")
  /// A `present` without a state, if the parent leaves the slot empty.
  public static let presentNotHydrated = Self(rawValue: "present-not-hydrated")
  /// A `dismiss` outside of a presented feature, or outside of an effect.
  public static let dismissUnavailable = Self(rawValue: "dismiss-unavailable")
  /// A recorder could not write its file. It has stopped, or tries again, as the message says.
  public static let recordFailed = Self(rawValue: "record-failed")
  /// A recorder writes its file again. The message says which steps are missing.
  public static let recordResumed = Self(rawValue: "record-resumed")
  /// JSON's allocator had no memory for a part of a store's work.
  public static let noMemory = Self(rawValue: "no-memory")
  /// An effect that was built wrongly, or is nested too deeply. It does nothing.
  public static let invalidEffect = Self(rawValue: "invalid-effect")
  /// A write into a case that the state is not in. Nothing changes; assign the whole value instead.
  public static let writeWrongCase = Self(rawValue: "write-wrong-case")
  /// A reducer's write that failed. The message says why.
  public static let writeFailed = Self(rawValue: "write-failed")
  /// A description of an undoable step that is not one. The step has no description.
  public static let undoMisfit = Self(rawValue: "undo-misfit")
  /// An effect failed, and no enclosing effect turned the error into an action.
  public static let effectThrew = Self(rawValue: "effect-threw")
  /// A request that no server serves. It waits for a server.
  public static let requestUnserved = Self(rawValue: "request-unserved")
  /// A request that its feature does not declare, or a question that does not match. Nothing is asked.
  public static let requestMisfit = Self(rawValue: "request-misfit")
  /// An effect sent after its end. The action is delivered.
  public static let sendAfterCompletion = Self(rawValue: "send-after-completion")
  /// A send to a busy store, if the loop reports such sends. The action is handled after the current burst's actions.
  public static let reentrantSend = Self(rawValue: "reentrant-send")
  /// A send in the function of a derived value. The action is dropped.
  public static let sendWhileDeriving = Self(rawValue: "send-while-deriving")
  /// A derived value whose function reads the value itself, or that is at the end of too long a chain of derived
  /// values. The value does not change.
  public static let derivedRefused = Self(rawValue: "derived-refused")
  /// A burst that exceeded the loop's bound. The actions still waiting are dropped.
  public static let endlessBurst = Self(rawValue: "endless-burst")
  /// A burst was ended by ``Loop/interrupt``.
  public static let interruptedBurst = Self(rawValue: "interrupted-burst")
  /// A call on a thread other than the loop's. Nothing happens; use `post`.
  public static let offThread = Self(rawValue: "off-thread")
  /// A read of a store's state in its own reducer. It returns the initial state.
  public static let readWhileReducing = Self(rawValue: "read-while-reducing")
  /// An action from an effect or a post that does not match the feature. The action is dropped.
  public static let actionMisfit = Self(rawValue: "action-misfit")
  /// A private case from a post, or from an effect of another feature. The action is dropped.
  public static let privateCase = Self(rawValue: "private-case")
  /// A value that an operator cannot use at its place. The write is refused.
  public static let stateMisfit = Self(rawValue: "state-misfit")
  /// The stored data of a shared value cannot be read. The value stays as it was (at first, the default), and the
  /// stored data is left alone until the next write.
  public static let sharedUnreadable = Self(rawValue: "shared-unreadable")
  /// A shared value could not be saved. In this process it keeps the new value.
  public static let sharedUnsaved = Self(rawValue: "shared-unsaved")
  /// A shared value was written inside an update of itself. The inner write is lost.
  public static let sharedWriteInside = Self(rawValue: "shared-write-inside")
  /// A key of a shared value dropped the continuation of a load or a save, or resumed it twice.
  public static let sharedContinuation = Self(rawValue: "shared-continuation")
}

/// A location in the program's source.
public struct Site: Sendable, CustomStringConvertible {
  /// The file, as `#fileID` names it.
  public let fileID: StaticString
  /// The line in the file.
  public let line: UInt

  /// Makes a location in the source.
  @inlinable
  public init(_ fileID: StaticString, _ line: UInt) {
    self.fileID = fileID
    self.line = line
  }

  public var description: String { "\(fileID):\(line)" }
}
