/// A field that views write, under its name in 2022: `@BindableState var name = ""`.
public typealias BindableState<Value> = BindingState<Value>
