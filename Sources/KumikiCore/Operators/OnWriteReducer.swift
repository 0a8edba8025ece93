/// A reducer, and a function that runs when the reducer has written to a part of the state.
///
/// For states that record their writes, so that nothing needs to be compared. Swift values do not record writes; for
/// them ``Reducer/onChange(of:_:)`` compares the part.
@_documentation(visibility: internal)
public struct OnWriteReducer<Base: Reducer, Part: WriteOptic>: ReducerOperator
where Part.Root == Base.State {
  @usableFromInline
  package typealias Answer = (
    inout Base.State, Part.Places, Base.Action, StepContext
  ) -> Effect<Base.Action>

  @usableFromInline let base: Base
  @usableFromInline let part: Part
  @usableFromInline let answer: Answer

  @inlinable
  package init(_ base: Base, _ part: Part, _ answer: @escaping Answer) {
    self.base = base
    self.part = part
    self.answer = answer
  }

  @inlinable
  public func _step(
    into state: inout Base.State, action: Base.Action, in context: StepContext
  ) -> Effect<Base.Action> {
    let step = part.begin(&state)
    let effect = base._step(into: &state, action: action, in: context)
    guard let places = part.end(step, &state) else { return effect }
    return effect.merge(with: answer(&state, places, action, context))
  }

  @inlinable
  public func _follow(
    _ state: inout Base.State, in context: StepContext
  ) -> Effect<Base.Action> {
    base._follow(&state, in: context)
  }

  @inlinable
  public static func _mayFollow(_ asked: inout Set<ObjectIdentifier>) -> Bool {
    Base._mayFollow(&asked)
  }
}

/// How ``OnWriteReducer`` finds the writes of a step to a part of a state.
@_documentation(visibility: internal)
public protocol WriteOptic<Root> {
  associatedtype Root
  /// The written places inside the part.
  associatedtype Places
  /// The record of a step, from its start to its end.
  associatedtype Step

  /// Called when a step starts. Other records may start and end during the step.
  func begin(_ root: inout Root) -> Step
  /// Ends a step and returns the places that it wrote, or nil if it wrote none.
  func end(_ step: Step, _ root: inout Root) -> Places?
}
