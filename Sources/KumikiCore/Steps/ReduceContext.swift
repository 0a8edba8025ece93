/// What is being reduced on a thread right now, for code that cannot receive it as a parameter: operators,
/// dependencies, issues.
///
/// Each store has one and installs it in the thread's frame for the length of a step. Stores that send to
/// each other nest: the inner one restores the outer one's.
@usableFromInline
package struct ReduceContext {
  package let core: StoreCore
  /// The node of the feature being reduced in the cancellation tree; nil if nothing runs at or below it.
  ///
  /// Not counted: the tree retains it while it is pinned, and counting it would cost a step more than all else here.
  @usableFromInline var node: Uncounted<ScopeNode>?
  @usableFromInline var isPresented = false
  /// While effects are brought in line with the state: what was looked at of the feature's own state.
  var look = FollowedLook()
  /// The nodes of all features that were looked at.
  var lookedAt: [ScopeNode] = []
  package var dependencies: DependencyValues
  package let identifiers: Identifiers
  /// The action being handled, and how to describe it if an issue needs it.
  @usableFromInline var action: LentValue?
  let describe: (LentValue) -> ActionDescription
  /// Where issues are, if that is not known where they are raised.
  package var place = IssuePlace()

  @usableFromInline
  package static var current: ManualBox<ReduceContext>? {
    ThreadFrame.current.pointee.context
  }
}

extension StepJournal {
  /// That of the store that is reducing; nil if it is not traced.
  package static var current: StepJournal? { ReduceContext.current?.pointee.core.journal }
}

extension ThreadFrame {
  /// What is being reduced on this thread now; nil outside of a reduce.
  @inlinable
  package var context: ManualBox<ReduceContext>? {
    get { step?.of() }
    set { step = newValue.map { ErasedBox($0) } }
  }
}

extension ReduceContext {
  /// The generators of the store for which a test states an expected state, outside of any step.
  static var stating: Identifiers? {
    guard let context = current, context.pointee.action == nil,
      context.pointee.dependencies.context == .test
    else { return nil }
    return context.pointee.identifiers
  }

  package var loop: Loop { core.loop }

  /// The time of the loop's clock, as reducers are given it.
  package var now: UInt64 {
    guard let journal = core.journal else { return loop.now }
    return journal.hand(loop.now, { .now($0) }) {
      if case .now(let time) = $0 { time } else { nil }
    }
  }

  /// The date, as reducers are given it.
  package var date: Int64 { dependencies.date.now }

  /// Makes the child under `key` the current feature. Its node is nil if nothing runs there.
  ///
  /// - Returns: the previous feature's node, for ``leave(to:)``.
  @usableFromInline
  mutating func enter(_ key: ScopeKey) -> Uncounted<ScopeNode>? {
    let outer = node
    node = outer?.with {
      $0.child(key).map { Uncounted($0) }
    }
    // What the program does in the step may end the last effect there.
    node?.with { $0.pin() }
    return outer
  }

  /// Goes back to the previous feature.
  @usableFromInline
  mutating func leave(to outer: Uncounted<ScopeNode>?) {
    node?.with { $0.unpin() }
    node = outer
  }

  /// Notes a presentation id from an action.
  @usableFromInline
  static func noteGiven(_ id: PresentationID) {
    current?.pointee.identifiers.notePresentation(id)
  }

  /// Notes that a ``BindingReducer`` handled the current write, or that an issue says why none could.
  package static func noteBinding() { current?.pointee.core.handledBindings += 1 }

  /// Runs `body` while issues are elsewhere.
  package static func placing<Result>(
    _ change: (inout IssuePlace) -> Void, _ body: () throws -> Result
  ) rethrows -> Result {
    guard let context = current else { return try body() }
    let outer = context.pointee.place
    change(&context.pointee.place)
    defer { context.pointee.place = outer }
    return try body()
  }

  /// Reports an issue of an operator, with what is known of the action being handled.
  ///
  /// - Parameters:
  ///   - statePath: the place, as a JSON state knows it; nil in typed state.
  ///   - part: the part of a typed state.
  @usableFromInline
  package static func report(
    _ code: Issue.Code, _ message: String, label: String, statePath: String? = nil,
    part: IssuePart = .unknown, on loop: Loop? = nil
  ) {
    var issue = Issue(
      code: code, message: message, label: label, statePath: statePath ?? part.ownPath)
    guard let context = current else {
      if let loop { return loop.report(issue) }
      return Loop.reportOutsideAnyLoop(issue)
    }
    let place = context.pointee.place
    if let statePath {
      issue.statePath = place.inDocument?(statePath) ?? statePath
    } else {
      issue.statePath = place.part?(part) ?? part.ownPath
    }
    if let action = context.pointee.action {
      let description = context.pointee.describe(action)
      issue.actionCase = description.casePath
      issue.action = description.action
    }
    // A write that did not reach its feature is told by this issue alone.
    if code.isOfLostAction { noteBinding() }
    context.pointee.core.journal?.note(issue)
    context.pointee.core.loop.report(issue)
  }
}
