public import CKumiki

internal import Kumiki
internal import KumikiJSON

@_cdecl("kmk_feature_register") @implementation
public func kmk_feature_register(
  _ name: UnsafePointer<CChar>!, _ reducer: OpaquePointer!, _ initial_state: UnsafePointer<json_t>!,
  _ error: UnsafeMutablePointer<kmk_error>!
) -> kmk_status {
  let reducer = Result { try ReducerHandle.consume(reducer, "reducer") }
  return answering(error) {
    let name = try text(name, "name")
    let reducer = try reducer.get()
    if let mistake = reducer.mistake { throw mistake }
    let own = node(initial_state)
    if let own { try reducer.check(state: own) }
    let initial = own.map(JSON.init(borrowing:))
    try FeatureRegistry.shared.register(
      name,
      FeatureRegistry.Feature(
        open: { lease, home, state in
          guard let state = state ?? initial?.node else {
            throw Failure.invalid(
              "the feature \"\(name)\" was registered without a state: give one")
          }
          return try JSONStoreSource(home, reducer.holding(lease), state)
        },
        reducer: reducer, initialState: { initial }))
  }
}

@_cdecl("kmk_feature_unregister") @implementation
public func kmk_feature_unregister(_ name: UnsafePointer<CChar>!) -> kmk_status {
  answering(nil) { try FeatureRegistry.shared.unregister(try text(name, "name")) }
}

@_cdecl("kmk_feature") @implementation
public func kmk_feature(_ name: UnsafePointer<CChar>!) -> OpaquePointer! {
  ReducerHandle.new("kmk_feature") {
    let name = try text(name, "name")
    return try FeatureRegistry.shared.feature(name).reducer
  }
}
