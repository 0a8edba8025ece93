/// What is being reduced on a thread right now, for those who cannot be handed it as a parameter:
/// operators, dependencies, issues.
///
/// Each store has one and installs it in the thread's frame for the length of a step. Stores that
/// send to each other nest: the inner one puts the outer one's back.
@usableFromInline
package struct ReduceContext {
  unowned(unsafe) let table: EffectTable
  /// The feature being reduced, in the cancellation tree; nil where nothing runs at or below it.
  ///
  /// Unmanaged: the tree holds it, and counting it would cost a step more than all else here.
  @usableFromInline var node: Unmanaged<ScopeNode>?
  @usableFromInline var isPresented = false
  package var dependencies: DependencyValues
  package let identifiers: Identifiers
  /// The action being handled, and how to describe it if an issue needs it.
  @usableFromInline var action: UnsafeRawPointer?
  let describe: (UnsafeRawPointer) -> ActionDescription

  @usableFromInline
  package static var current: UnsafeMutablePointer<ReduceContext>? {
    ThreadFrame.current.pointee.context
  }
}

/// An action as an issue shows it.
@usableFromInline
package struct ActionDescription {
  package var casePath: String
  package var action: (any Sendable)?

  package init(casePath: String, action: (any Sendable)?) {
    self.casePath = casePath
    self.action = action
  }
}

extension ReduceContext {
  /// Where a test says what a state is, outside of every step: the generators of its store.
  static var stating: Identifiers? {
    guard let context = current, context.pointee.action == nil,
      context.pointee.dependencies.context == .test
    else { return nil }
    return context.pointee.identifiers
  }

  package var loop: Loop { table.loop }

  /// Runs a child's step as the feature under `key`.
  ///
  /// - Parameter isPresented: what the child's `isPresented` says.
  @inlinable @inline(__always)
  package static func descend<Result>(
    _ context: UnsafeMutablePointer<ReduceContext>?, isPresented: Bool,
    _ key: () -> ScopeKey, _ body: () -> Result
  ) -> Result {
    guard let context else { return body() }
    let wasPresented = context.pointee.isPresented
    context.pointee.isPresented = isPresented
    let result = descend(context, key, body)
    context.pointee.isPresented = wasPresented
    return result
  }

  /// The same for a child that is presented where its parent is.
  @inlinable @inline(__always)
  package static func descend<Result>(
    _ context: UnsafeMutablePointer<ReduceContext>?, _ key: () -> ScopeKey, _ body: () -> Result
  ) -> Result {
    // Where nothing runs below the parent nothing runs below its child, and no step changes that:
    // the node may stay.
    let isRunning = hasRunning(context)
    let node = isRunning ? context!.pointee.enter(key()) : nil
    let result = body()
    if isRunning { context!.pointee.node = node }
    return result
  }

  /// Goes down to the child under `key`; nil where nothing runs there.
  ///
  /// - Returns: the node to come back to.
  @usableFromInline
  mutating func enter(_ key: ScopeKey) -> Unmanaged<ScopeNode>? {
    let outer = node
    node = outer?._withUnsafeGuaranteedRef {
      $0.child(key).map { .passUnretained($0) }
    }
    return outer
  }

  /// The children of the current feature that hang at `place` and are not `occupant`: what was there
  /// before, if somebody outside the operator replaced it.
  @usableFromInline
  package static func stale(
    _ context: UnsafeMutablePointer<ReduceContext>?, at place: () -> Place,
    except occupant: Occupant
  ) -> [ScopeKey] {
    guard let node = context?.pointee.node?.takeUnretainedValue(), node.childCount > 0 else {
      return []
    }
    return node.keys(at: place()) { $0.kind != .ephemeral && $1.occupant != occupant }
  }

  /// The rows or elements with running effects at `place` that are not there any more.
  ///
  /// `structure` is the collection's number; as long as it is the one that was looked at last, nothing
  /// can have vanished, and nothing is looked at.
  @usableFromInline
  package static func vanished(
    _ context: UnsafeMutablePointer<ReduceContext>?, at place: Place, structure: UInt64,
    isThere: (Occupant) -> Bool
  ) -> [ScopeKey] {
    guard let node = context?.pointee.node?.takeUnretainedValue(),
      node.noteLook(at: place, structure: structure)
    else { return [] }
    return node.keys(at: place) { !isThere($1.occupant) }
  }

  /// True where something may run under the current feature.
  @inlinable
  package static func hasRunning(_ context: UnsafeMutablePointer<ReduceContext>?) -> Bool {
    guard let node = context?.pointee.node else { return false }
    return node._withUnsafeGuaranteedRef { $0.childCount > 0 }
  }

  /// An action presents under an id of its own.
  @usableFromInline
  static func noteGiven(_ id: PresentationID) {
    current?.pointee.identifiers.notePresentation(id)
  }

  /// A reducer of bindings took the write that is being handled.
  package static func noteBinding() { current?.pointee.table.handledBindings += 1 }

  /// Reports an issue of an operator, with what is known of the action being handled.
  @usableFromInline
  package static func report(
    _ code: Issue.Code, _ message: String, label: String, statePath: String = "",
    on loop: Loop? = nil
  ) {
    var issue = Issue(code: code, message: message, label: label, statePath: statePath)
    guard let context = current else {
      if let loop { return loop.report(issue) }
      return Loop.reportOutsideAnyLoop(issue)
    }
    if let action = context.pointee.action {
      let description = context.pointee.describe(action)
      issue.actionCase = description.casePath
      issue.action = description.action
    }
    context.pointee.table.loop.report(issue)
  }
}
