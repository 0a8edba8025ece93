public import CKumiki

internal import Kumiki
internal import KumikiJSON

/// The common part of all functions that subscribe: refuses NULL, and returns a handle of the subscription.
@safe func subscribe<Tell>(
  _ store: CHandle?, _ pointer: CText?, _ error: CError?,
  _ observe: (StoreHandle) -> (JSONPointer, Tell) throws -> SubscriptionHandle,
  _ callback: Callback<Tell>
) -> CHandle? {
  withStore(store, orNull: error) { store in
    let tell = try callback.get()
    return try observe(store)(try KumikiC.pointer(pointer), tell).retained()
  }
}

@c @implementation public func kmk_store_observe(
  _ store: CHandle!, _ pointer: CText!, _ fn: kmk_observe_fn!, _ user_data: CData!,
  _ free_fn: kmk_free_fn!, _ error: CError!
) -> CHandle! {
  subscribe(store, pointer, error, StoreHandle.observe, Callback(fn, user_data, free_fn))
}

@c @implementation public func kmk_store_observe_presentation(
  _ store: CHandle!, _ pointer: CText!, _ callbacks: CStructs<kmk_presentation_callbacks>!,
  _ user_data: CData!, _ free_fn: kmk_free_fn!, _ error: CError!
) -> CHandle! {
  let userData = UserData(user_data, free_fn)
  return withStore(store, orNull: error) { store in
    let view = try PresentationView(callbacks, userData)
    return try store.observePresentation(try KumikiC.pointer(pointer), view).retained()
  }
}

@c @implementation public func kmk_store_observe_case(
  _ store: CHandle!, _ pointer: CText!, _ fn: kmk_case_fn!, _ user_data: CData!,
  _ free_fn: kmk_free_fn!, _ error: CError!
) -> CHandle! {
  subscribe(store, pointer, error, StoreHandle.observeCase, Callback(fn, user_data, free_fn))
}

@c @implementation public func kmk_store_observe_ids(
  _ store: CHandle!, _ pointer: CText!, _ fn: kmk_ids_fn!, _ user_data: CData!,
  _ free_fn: kmk_free_fn!, _ error: CError!
) -> CHandle! {
  subscribe(
    store, pointer, error, StoreHandle.observeIDs, Callback(fn, user_data, free_fn))
}

@c @implementation public func kmk_store_observe_id_changes(
  _ store: CHandle!, _ pointer: CText!, _ fn: kmk_id_changes_fn!, _ user_data: CData!,
  _ free_fn: kmk_free_fn!, _ error: CError!
) -> CHandle! {
  subscribe(
    store, pointer, error, StoreHandle.observeIDChanges, Callback(fn, user_data, free_fn))
}

@c @implementation public func kmk_store_observe_patches(
  _ store: CHandle!, _ pointer: CText!, _ fn: kmk_patch_fn!, _ user_data: CData!,
  _ free_fn: kmk_free_fn!, _ error: CError!
) -> CHandle! {
  subscribe(
    store, pointer, error, StoreHandle.observePatches, Callback(fn, user_data, free_fn))
}

@c @implementation public func kmk_subscription_free(_ subscription: CHandle!) {
  Handle<SubscriptionHandle>.letGo(subscription)
}
