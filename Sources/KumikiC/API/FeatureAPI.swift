public import CKumiki
internal import KumikiValues
internal import KumikiJSON

@c @implementation public func kmk_feature_register(
  _ name: CText!, _ reducer: CHandle!, _ initial_state: CJSON!, _ error: CError!
) -> kmk_status {
  let reducer = ReducerHandle.part(reducer, "reducer")
  return answering(error) {
    let name = try text(name, "name")
    let reducer = try reducer.get()
    try reducer.checkComposition()
    let initial = borrowed(initial_state)
    if let initial { try initial.withNode { try reducer.check(state: $0) } }
    try FeatureRegistry.shared.register(
      name,
      FeatureRegistry.Feature(
        open: { lease, home, state in
          guard let state = state ?? initial else {
            throw Failure.invalid(
              "the feature \"\(name)\" was registered without a state: give one")
          }
          return try JSONStoreSource(home, reducer.holding(lease), state)
        },
        ownReducer: reducer, initialState: { initial }))
  }
}

@c @implementation public func kmk_feature_unregister(_ name: CText!) -> kmk_status {
  answering(nil) { try FeatureRegistry.shared.unregister(try text(name, "name")) }
}

@c @implementation public func kmk_feature(_ name: CText!) -> CHandle! {
  ReducerHandle.new {
    let name = try text(name, "name")
    return try FeatureRegistry.shared.feature(name).reducer
  }
}
