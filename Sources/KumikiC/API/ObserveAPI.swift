public import CKumiki

internal import Kumiki
internal import KumikiJSON

/// What every function that subscribes has to do: refuse NULL, and answer with a handle of the
/// subscription that `body` makes.
private func subscribe<Callback>(
  _ store: OpaquePointer?, _ pointer: UnsafePointer<CChar>?, _ callback: Callback?, _ name: String,
  _ error: UnsafeMutablePointer<kmk_error>?,
  _ body: (StoreHandle, JSONPointer, Callback) throws -> SubscriptionHandle
) -> OpaquePointer? {
  answering(orNull: error) {
    let store = try StoreHandle.at(store)
    guard let callback else { throw Failure.isNull(name) }
    return try body(store, try KumikiC.pointer(pointer), callback).retained()
  }
}

@_cdecl("kmk_store_observe") @implementation
public func kmk_store_observe(
  _ store: OpaquePointer!, _ pointer: UnsafePointer<CChar>!, _ fn: kmk_observe_fn!,
  _ user_data: UnsafeMutableRawPointer!, _ free_fn: kmk_free_fn!,
  _ error: UnsafeMutablePointer<kmk_error>!
) -> OpaquePointer! {
  let userData = UserData(user_data, free_fn)
  return subscribe(store, pointer, fn, "fn", error) { store, pointer, fn in
    try store.observe(pointer) { value in
      fn(value.map { UnsafePointer($0) }, userData.pointer)
    }
  }
}

@_cdecl("kmk_store_observe_presentation") @implementation
public func kmk_store_observe_presentation(
  _ store: OpaquePointer!, _ pointer: UnsafePointer<CChar>!,
  _ callbacks: UnsafePointer<kmk_presentation_callbacks>!, _ user_data: UnsafeMutableRawPointer!,
  _ free_fn: kmk_free_fn!, _ error: UnsafeMutablePointer<kmk_error>!
) -> OpaquePointer! {
  let userData = UserData(user_data, free_fn)
  return subscribe(store, pointer, callbacks?.pointee, "callbacks", error) {
    store, pointer, callbacks in
    guard UInt(bitPattern: callbacks.size) >= MemoryLayout<kmk_presentation_callbacks>.size else {
      throw Failure.invalid("callbacks.size is smaller than kmk_presentation_callbacks")
    }
    return try store.observePresentation(pointer, PresentationView(callbacks, userData))
  }
}

@_cdecl("kmk_store_observe_case") @implementation
public func kmk_store_observe_case(
  _ store: OpaquePointer!, _ pointer: UnsafePointer<CChar>!, _ fn: kmk_case_fn!,
  _ user_data: UnsafeMutableRawPointer!, _ free_fn: kmk_free_fn!,
  _ error: UnsafeMutablePointer<kmk_error>!
) -> OpaquePointer! {
  let userData = UserData(user_data, free_fn)
  return subscribe(store, pointer, fn, "fn", error) { store, pointer, fn in
    try store.observeCase(pointer) { name, payload in
      let node = payload.map { UnsafePointer($0.node) }
      if let name {
        name.withCString { fn($0, node, userData.pointer) }
      } else {
        fn(nil, node, userData.pointer)
      }
      withExtendedLifetime(payload) {}
    }
  }
}

@_cdecl("kmk_store_observe_ids") @implementation
public func kmk_store_observe_ids(
  _ store: OpaquePointer!, _ pointer: UnsafePointer<CChar>!, _ fn: kmk_ids_fn!,
  _ user_data: UnsafeMutableRawPointer!, _ free_fn: kmk_free_fn!,
  _ error: UnsafeMutablePointer<kmk_error>!
) -> OpaquePointer! {
  let userData = UserData(user_data, free_fn)
  return subscribe(store, pointer, fn, "fn", error) { store, pointer, fn in
    try store.observeIDs(pointer) { ids in
      ids.withNode { fn(UnsafePointer($0), userData.pointer) }
    }
  }
}

@_cdecl("kmk_store_observe_patches") @implementation
public func kmk_store_observe_patches(
  _ store: OpaquePointer!, _ pointer: UnsafePointer<CChar>!, _ fn: kmk_patch_fn!,
  _ user_data: UnsafeMutableRawPointer!, _ free_fn: kmk_free_fn!,
  _ error: UnsafeMutablePointer<kmk_error>!
) -> OpaquePointer! {
  let userData = UserData(user_data, free_fn)
  return subscribe(store, pointer, fn, "fn", error) { store, pointer, fn in
    try store.observePatches(pointer) { patch in
      patch.withNode { fn(UnsafePointer($0), userData.pointer) }
    }
  }
}

@_cdecl("kmk_subscription_free") @implementation
public func kmk_subscription_free(_ subscription: OpaquePointer!) {
  Handle<SubscriptionHandle>.letGo(subscription)
}
