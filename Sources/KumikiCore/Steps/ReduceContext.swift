/// The current step on a thread, for code that cannot receive it as a parameter: operators, dependencies, issues.
///
/// Each store has one and installs it in the thread's frame for the duration of a step. If stores send to each other,
/// the contexts nest: the inner store restores the outer store's context.
@usableFromInline
package struct ReduceContext {
  package let core: StoreCore
  /// The node, in the cancellation tree, of the feature being reduced; nil if no effect runs at or below it.
  ///
  /// Not counted: the tree retains the pinned node, and counting would cost more than everything else in a step here.
  @usableFromInline var node: Uncounted<ScopeNode>?
  @usableFromInline var isPresented = false
  /// During the follow pass, the findings about the feature's own state.
  var findings = FollowFindings()
  /// The nodes of all features that the follow pass has visited.
  var visitedNodes: [ScopeNode] = []
  package var dependencies: DependencyValues
  package let identifiers: Identifiers
  /// The action being handled, and a function that describes it if an issue needs a description.
  @usableFromInline var action: LentValue?
  let describe: (LentValue) -> ActionDescription
  /// The places of issues, if they are unknown where the issues are reported.
  package var place = IssuePlace()

  @usableFromInline
  package static var current: ManualBox<ReduceContext>? {
    ThreadFrame.current.pointee.context
  }
}

extension StepJournal {
  /// The journal of the store that is reducing; nil if the store is not traced.
  package static var current: StepJournal? { ReduceContext.current?.pointee.core.journal }
}

extension ThreadFrame {
  /// The context of the current step on this thread; nil outside of a step.
  @inlinable
  package var context: ManualBox<ReduceContext>? {
    get { step?.of() }
    set { step = newValue.map { ErasedBox($0) } }
  }
}

extension ReduceContext {
  /// The generators of a store while a test states its expected state, outside of a step.
  static var stating: Identifiers? {
    guard let context = current, context.pointee.action == nil,
      context.pointee.dependencies.context == .test
    else { return nil }
    return context.pointee.identifiers
  }

  package var loop: Loop { core.loop }

  /// The time of the loop's clock, as reducers receive it.
  package var now: UInt64 {
    guard let journal = core.journal else { return loop.now }
    return journal.provide(loop.now, { .now($0) }) {
      if case .now(let time) = $0 { time } else { nil }
    }
  }

  /// The date, as reducers receive it.
  package var date: Int64 { dependencies.date.now }

  /// Makes the child under `key` the current feature. The child's node is nil if no effect runs there.
  ///
  /// - Returns: the previous feature's node, for ``leave(to:)``.
  @usableFromInline
  mutating func enter(_ key: ScopeKey) -> Uncounted<ScopeNode>? {
    let outer = node
    node = outer?.with {
      $0.child(key).map { Uncounted($0) }
    }
    // Code of the program in the step may end the last effect there.
    node?.with { $0.pin() }
    return outer
  }

  /// Returns to the previous feature.
  @usableFromInline
  mutating func leave(to outer: Uncounted<ScopeNode>?) {
    node?.with { $0.unpin() }
    node = outer
  }

  /// Calls `body` with the generators of the store that is reducing, without counting the reference.
  static func currentIdentifiers<Result>(_ body: (Identifiers?) -> Result) -> Result {
    guard let context = current else { return body(nil) }
    return Uncounted(context.pointee.identifiers).with(body)
  }

  /// Records a presentation id from an action.
  @usableFromInline
  static func noteGiven(_ id: PresentationID) {
    current?.pointee.identifiers.notePresentation(id)
  }

  /// Records that a ``BindingReducer`` handled the current write, or that an issue explains why none could.
  package static func noteBinding() { current?.pointee.core.handledBindings += 1 }

  /// Runs `body` with changed places for issues.
  package static func placing<Result>(
    _ change: (inout IssuePlace) -> Void, _ body: () throws -> Result
  ) rethrows -> Result {
    guard let context = current else { return try body() }
    let outer = context.pointee.place
    change(&context.pointee.place)
    defer { context.pointee.place = outer }
    return try body()
  }

  /// Reports an issue of an operator, with the known details of the action being handled.
  ///
  /// - Parameters:
  ///   - statePath: the place, if the state is JSON; nil in typed state.
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
    // If a write did not reach its feature, this issue alone reports it.
    if code.isOfLostAction { noteBinding() }
    context.pointee.core.journal?.note(issue)
    context.pointee.core.loop.report(issue)
  }
}
