extension Reducer {
  /// Runs another reducer when this one has changed a part of the state.
  ///
  ///     Reduce { state, action in … }
  ///       .onChange(of: \.count) { oldValue, newValue in
  ///         Reduce { state, _ in … }
  ///       }
  ///
  /// The part is compared before and after this reducer's step. The other reducer receives the same action;
  /// its own changes are not compared again. Effects are merged, this reducer's first.
  @inlinable
  public func onChange<Value: Equatable, Answer: Reducer<State, Action>>(
    of toValue: @escaping (State) -> Value,
    @ReducerBuilder<State, Action> _ answer: @escaping (_ old: Value, _ new: Value) -> Answer
  ) -> OnChangeReducer<Self, Value, Answer> {
    OnChangeReducer(self, toValue, ==, answer)
  }

  /// Runs a function when this reducer changed a part of the state. It may change the state and return an effect.
  ///
  ///     Reduce { state, action in … }
  ///       .onChange(of: \.count) { oldValue, state in
  ///         state.isSaved = false
  ///         return .none
  ///       }
  ///
  /// - Parameter perform: receives the part before the step and the state after the step.
  @inlinable
  public func onChange<Value: Equatable>(
    of toValue: @escaping (State) -> Value,
    _ perform: @escaping (_ old: Value, _ state: inout State) -> Effect<Action>
  ) -> some Reducer<State, Action> {
    OnChangeReducer(self, toValue, ==) { old, _ in
      Reduce { state, _ in perform(old, &state) }
    }
  }

  /// Does the same as `onChange(of:_:)` with another reducer, but compares the part with `isDuplicate`.
  @inlinable
  public func onChange<Value, Answer: Reducer<State, Action>>(
    of toValue: @escaping (State) -> Value,
    removeDuplicates isDuplicate: @escaping (Value, Value) -> Bool,
    @ReducerBuilder<State, Action> _ answer: @escaping (_ old: Value, _ new: Value) -> Answer
  ) -> OnChangeReducer<Self, Value, Answer> {
    OnChangeReducer(self, toValue, isDuplicate, answer)
  }
}

/// A reducer, and another reducer that runs when the first has changed a part of the state.
public struct OnChangeReducer<Base: Reducer, Value, Answer: Reducer>: ReducerOperator
where Answer.State == Base.State, Answer.Action == Base.Action {
  @usableFromInline let base: Base
  @usableFromInline let toValue: (Base.State) -> Value
  @usableFromInline let isDuplicate: (Value, Value) -> Bool
  @usableFromInline let answer: (Value, Value) -> Answer

  /// Created by `onChange`.
  @inlinable
  public init(
    _ base: Base, _ toValue: @escaping (Base.State) -> Value,
    _ isDuplicate: @escaping (Value, Value) -> Bool, _ answer: @escaping (Value, Value) -> Answer
  ) {
    self.base = base
    self.toValue = toValue
    self.isDuplicate = isDuplicate
    self.answer = answer
  }

  @inlinable
  public func _step(
    into state: inout Base.State, action: Base.Action, in context: StepContext
  ) -> Effect<Base.Action> {
    let old = toValue(state)
    let effect = base._step(into: &state, action: action, in: context)
    let new = toValue(state)
    if isDuplicate(old, new) { return effect }
    return effect.merge(
      with: answer(old, new)._step(into: &state, action: action, in: context))
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
