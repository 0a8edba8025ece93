/// A reducer, under the name of its protocol in early 2023: `some ReducerProtocol<State, Action>`.
public typealias ReducerProtocol = Reducer

/// The reducer type of a feature: `some ReducerProtocolOf<Counter>`.
public typealias ReducerProtocolOf<R: Reducer> = Reducer<R.State, R.Action>

/// The builder of a feature's reducers: `@ReducerBuilderOf<Counter>`.
public typealias ReducerBuilderOf<R: Reducer> = ReducerBuilder<R.State, R.Action>
