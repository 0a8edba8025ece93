public import CKumiki

internal import Kumiki
internal import KumikiJSON

/// What every function that subscribes has to do: refuse NULL, and answer with a handle of the
/// subscription that `body` makes.
@safe private func subscribe<Tell>(
  _ store: CHandle?, _ pointer: CText?, _ error: CError?, _ tell: () throws -> Tell,
  _ body: (StoreHandle, JSONPointer, Tell) throws -> SubscriptionHandle
) -> CHandle? {
  withStore(store, orNull: error) { store in
    let tell = try tell()
    return try body(store, try KumikiC.pointer(pointer), tell).retained()
  }
}

@c @implementation public func kmk_store_observe(
  _ store: CHandle!, _ pointer: CText!, _ fn: kmk_observe_fn!, _ user_data: CData!,
  _ free_fn: kmk_free_fn!, _ error: CError!
) -> CHandle! {
  subscribe(store, pointer, error, Callback(fn, user_data, free_fn).tell) {
    try $0.observe($1, $2)
  }
}

@c @implementation public func kmk_store_observe_presentation(
  _ store: CHandle!, _ pointer: CText!, _ callbacks: CStructs<kmk_presentation_callbacks>!,
  _ user_data: CData!, _ free_fn: kmk_free_fn!, _ error: CError!
) -> CHandle! {
  let userData = UserData(user_data, free_fn)
  return subscribe(store, pointer, error) {
    try PresentationView(callbacks, userData)
  } _: {
    try $0.observePresentation($1, $2)
  }
}

@c @implementation public func kmk_store_observe_case(
  _ store: CHandle!, _ pointer: CText!, _ fn: kmk_case_fn!, _ user_data: CData!,
  _ free_fn: kmk_free_fn!, _ error: CError!
) -> CHandle! {
  subscribe(store, pointer, error, Callback(fn, user_data, free_fn).tell) {
    try $0.observeCase($1, $2)
  }
}

@c @implementation public func kmk_store_observe_ids(
  _ store: CHandle!, _ pointer: CText!, _ fn: kmk_ids_fn!, _ user_data: CData!,
  _ free_fn: kmk_free_fn!, _ error: CError!
) -> CHandle! {
  subscribe(store, pointer, error, Callback(fn, user_data, free_fn).tellWhole) {
    try $0.observeIDs($1, $2)
  }
}

@c @implementation public func kmk_store_observe_patches(
  _ store: CHandle!, _ pointer: CText!, _ fn: kmk_patch_fn!, _ user_data: CData!,
  _ free_fn: kmk_free_fn!, _ error: CError!
) -> CHandle! {
  subscribe(store, pointer, error, Callback(fn, user_data, free_fn).tellWhole) {
    try $0.observePatches($1, $2)
  }
}

@c @implementation public func kmk_subscription_free(_ subscription: CHandle!) {
  Handle<SubscriptionHandle>.letGo(subscription)
}
