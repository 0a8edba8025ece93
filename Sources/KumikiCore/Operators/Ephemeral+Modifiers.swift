// Alerts and dialogs are embedded without a reducer: they only close.

/// The result of `ifLet` for an alert or dialog.
///
/// A separate type with a short name, which leaves out the optics of the state and actions. In a chain of such
/// operators each type is written out inside the next one.
public struct EphemeralReducer<Base: Reducer, Asked: EphemeralState, AskedAction>:
  ReducerOperator
{
  public typealias State = Base.State
  public typealias Action = Base.Action
  /// The operator that does the work: a presentation with an empty reducer.
  public typealias Presenting = PresentationReducer<
    Base, SlotOptic<State, Asked>, PresentationActionOptic<Action, Asked, AskedAction>,
    EmptyReducer<Asked, AskedAction>
  >

  @usableFromInline let presenting: Presenting

  /// Wraps the alert's presentation.
  @inlinable
  public init(_ presenting: Presenting) { self.presenting = presenting }

  @inlinable @inline(__always)
  public func _step(
    into state: inout State, action: Action, in context: StepContext
  ) -> Effect<Action> {
    presenting._step(into: &state, action: action, in: context)
  }

  @inlinable
  public func _follow(
    _ state: inout State, in context: StepContext
  ) -> Effect<Action> {
    presenting._follow(&state, in: context)
  }

  @inlinable
  public static func _mayFollow(_ asked: inout Set<ObjectIdentifier>) -> Bool {
    Presenting._mayFollow(&asked)
  }
}

extension Reducer {
  /// Embeds an alert or dialog that this feature presents. An action of a button reaches this reducer and closes the
  /// alert.
  ///
  ///     Reduce { state, action in … }
  ///       .ifLet(\.$alert, action: \.alert)
  @inlinable @inline(__always)
  public func ifLet<Asked: EphemeralState, AskedAction>(
    _ slot: @autoclosure @escaping () -> WritableKeyPath<State, PresentationState<Asked>>,
    action casePath: CaseKeyPath<Action, PresentationAction<AskedAction>>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> EphemeralReducer<Self, Asked, AskedAction> {
    EphemeralReducer(
      ifLet(slot(), action: casePath, destination: { EmptyReducer() }, fileID: fileID, line: line))
  }

  /// Embeds an alert or dialog that this feature presents, in the legacy dialect.
  @inlinable @inline(__always)
  public func presentationDestination<Asked: EphemeralState, AskedAction>(
    _ slot: @autoclosure @escaping () -> WritableKeyPath<State, PresentationState<Asked>>,
    action casePath: CaseKeyPath<Action, DestinationAction<Asked, AskedAction>>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> PresentationReducer<
    Self, SlotOptic<State, Asked>, DestinationActionOptic<Action, Asked, AskedAction>,
    EmptyReducer<Asked, AskedAction>
  > {
    presentationDestination(
      slot(), action: casePath, destination: { EmptyReducer() }, fileID: fileID, line: line)
  }

  /// Embeds an alert or dialog in an optional part of the state.
  @inlinable @_disfavoredOverload
  public func ifLet<Asked: EphemeralState, AskedAction>(
    _ keyPath: WritableKeyPath<State, Asked?>, action casePath: CaseKeyPath<Action, AskedAction>,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> IfLetReducer<
    Self, OptionalOptic<State, Asked>, CasePath<Action, AskedAction>,
    OptionalIdentity<State, Asked>, EmptyReducer<Asked, AskedAction>
  > {
    ifLet(keyPath, action: casePath, then: { EmptyReducer() }, fileID: fileID, line: line)
  }
}
