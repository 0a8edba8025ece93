public import Kumiki
public import KumikiLegacy

// Names that exist both in the engine and in the API of early 2023. Here they have the meaning of
// the Composable Architecture.

/// A field that views write, under its name in 2022: `@BindableState var name = ""`.
public typealias BindableState<Value> = BindingState<Value>

/// A reducer with an environment, as used until 2022.
public typealias AnyReducer<State, Action, Environment> = KumikiLegacy.AnyReducer<
  State, Action, Environment
>
