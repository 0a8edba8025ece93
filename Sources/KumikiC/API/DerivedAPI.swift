public import CKumiki
internal import KumikiValues
internal import KumikiJSON

@c @implementation public func kmk_derived_new(
  _ store: CHandle!, _ pointers: CStructs<CText?>!, _ fn: kmk_derived_fn!, _ user_data: CData!,
  _ free_fn: kmk_free_fn!, _ error: CError!
) -> CHandle! {
  let callback = Callback<(StoreHandle) -> JSON?>(fn, user_data, free_fn)
  return withStore(store, orNull: error) { store in
    try store.check()
    let function = try callback.get()
    let places: [JSONPointer]? =
      unsafe pointers == nil ? .none : try texts(pointers) { try pointer($0, "pointers") }
    for place in places ?? [] {
      try store.source.checkPlace(store.base.appending(place), "pointers")
    }
    return DerivedHandle(DerivedJSON(store, places, function)).retained()
  }
}

@c @implementation
public func kmk_derived_get(_ derived: CHandle!, _ error: CError!) -> CNewJSON! {
  answering(orNull: error) {
    let json = try Handle<DerivedHandle>.at(derived, "derived").get()
    return snapshot(json.withNode { $0.retained() })
  }
}

@c @implementation public func kmk_derived_observe(
  _ derived: CHandle!, _ fn: kmk_observe_fn!, _ user_data: CData!, _ free_fn: kmk_free_fn!,
  _ error: CError!
) -> CHandle! {
  let callback = Callback<(JSONNode?) -> Void>(fn, user_data, free_fn)
  return answering(orNull: error) {
    let derived = try Handle<DerivedHandle>.at(derived, "derived")
    return try derived.observe(try callback.get())
  }
}

@c @implementation
public func kmk_derived_free(_ derived: CHandle!) { Handle<DerivedHandle>.release(derived) }
