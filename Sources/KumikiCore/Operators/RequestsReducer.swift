/// A reducer with declared requests. The declarations apply to the reducers inside it too.
package struct RequestsReducer<Base: Reducer>: ReducerOperator {
  package typealias Body = Never

  private let base: Base
  private let kinds: any RequestKinds

  package init(_ base: Base, _ kinds: any RequestKinds) { (self.base, self.kinds) = (base, kinds) }

  package func _step(
    into state: inout Base.State, action: Base.Action, in context: StepContext
  ) -> Effect<Base.Action> {
    base._step(into: &state, action: action, in: context).declaring(kinds)
  }

  package func _follow(
    _ state: inout Base.State, in context: StepContext
  ) -> Effect<Base.Action> {
    base._follow(&state, in: context).declaring(kinds)
  }

  package static func _mayFollow(_ asked: inout Set<ObjectIdentifier>) -> Bool {
    Base._mayFollow(&asked)
  }
}
