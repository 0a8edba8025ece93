internal import CKumiki
internal import KumikiJSON

@c @implementation public func kmk_shape(_ base: CHandle!, _ shape: CText!) -> CHandle! {
  ReducerHandle.new(base) { base in
    base.declaring(try JSONForm(declaring: try text(shape, "shape")))
  }
}

@c @implementation
public func kmk_expect_shape(_ base: CHandle!, _ hashes: CText!) -> CHandle! {
  ReducerHandle.new(base) { base in
    try base.expecting(try text(hashes, "hashes").split(separator: " "))
  }
}

@c @implementation public func kmk_reducer_describe(
  _ reducer: CHandle!, _ error: CError!
) -> CNewJSON! {
  answering(orNull: error) {
    new(try Handle<ReducerHandle>.at(reducer, "reducer").reducer.describe().retained())
  }
}

@c @implementation public func kmk_reducer_restore_state(
  _ reducer: CHandle!, _ state: CJSON!, _ error: CError!
) -> CNewJSON! {
  answering(orNull: error) {
    let reducer = try Handle<ReducerHandle>.at(reducer, "reducer").reducer
    return new(try reducer.restored(state: try json(state, "state")).retained())
  }
}

@c @implementation public func kmk_reducer_complete_state(
  _ reducer: CHandle!, _ state: CJSON!, _ error: CError!
) -> CNewJSON! {
  answering(orNull: error) {
    let reducer = try Handle<ReducerHandle>.at(reducer, "reducer").reducer
    return new(try reducer.completed(state: try json(state, "state")).retained())
  }
}
