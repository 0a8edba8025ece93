public import CKumiki

internal import Kumiki
internal import KumikiJSON

@_cdecl("kmk_store_observe") @implementation
public func kmk_store_observe(
  _ store: OpaquePointer!, _ pointer: UnsafePointer<CChar>!, _ fn: kmk_observe_fn!,
  _ user_data: UnsafeMutableRawPointer!, _ free_fn: kmk_free_fn!,
  _ error: UnsafeMutablePointer<kmk_error>!
) -> OpaquePointer! {
  let userData = UserData(user_data, free_fn)
  return answering(orNull: error) {
    guard let front = Handle<StoreFront>.borrow(store) else { throw Failure.isNull("store") }
    guard let fn else { throw Failure.isNull("fn") }
    return try front.observe(try KumikiC.pointer(pointer)) { value in
      fn(value.map { UnsafePointer($0.node) }, userData.pointer)
      withExtendedLifetime(value) {}
    }.retained()
  }
}

@_cdecl("kmk_store_observe_presentation") @implementation
public func kmk_store_observe_presentation(
  _ store: OpaquePointer!, _ pointer: UnsafePointer<CChar>!,
  _ callbacks: UnsafePointer<kmk_presentation_callbacks>!, _ user_data: UnsafeMutableRawPointer!,
  _ free_fn: kmk_free_fn!, _ error: UnsafeMutablePointer<kmk_error>!
) -> OpaquePointer! {
  let userData = UserData(user_data, free_fn)
  return answering(orNull: error) {
    guard let front = Handle<StoreFront>.borrow(store) else { throw Failure.isNull("store") }
    guard let callbacks = callbacks?.pointee else { throw Failure.isNull("callbacks") }
    guard callbacks.size >= MemoryLayout<kmk_presentation_callbacks>.size else {
      throw Failure.invalid("callbacks.size is smaller than kmk_presentation_callbacks")
    }
    return try front.observePresentation(
      try KumikiC.pointer(pointer), PresentationView(callbacks, userData)
    ).retained()
  }
}

@_cdecl("kmk_store_observe_case") @implementation
public func kmk_store_observe_case(
  _ store: OpaquePointer!, _ pointer: UnsafePointer<CChar>!, _ fn: kmk_case_fn!,
  _ user_data: UnsafeMutableRawPointer!, _ free_fn: kmk_free_fn!,
  _ error: UnsafeMutablePointer<kmk_error>!
) -> OpaquePointer! {
  let userData = UserData(user_data, free_fn)
  return answering(orNull: error) {
    guard let front = Handle<StoreFront>.borrow(store) else { throw Failure.isNull("store") }
    guard let fn else { throw Failure.isNull("fn") }
    return try front.observeCase(try KumikiC.pointer(pointer)) { name, payload in
      let node = payload.map { UnsafePointer($0.node) }
      if let name {
        name.withCString { fn($0, node, userData.pointer) }
      } else {
        fn(nil, node, userData.pointer)
      }
      withExtendedLifetime(payload) {}
    }.retained()
  }
}

@_cdecl("kmk_store_observe_ids") @implementation
public func kmk_store_observe_ids(
  _ store: OpaquePointer!, _ pointer: UnsafePointer<CChar>!, _ fn: kmk_ids_fn!,
  _ user_data: UnsafeMutableRawPointer!, _ free_fn: kmk_free_fn!,
  _ error: UnsafeMutablePointer<kmk_error>!
) -> OpaquePointer! {
  let userData = UserData(user_data, free_fn)
  return answering(orNull: error) {
    guard let front = Handle<StoreFront>.borrow(store) else { throw Failure.isNull("store") }
    guard let fn else { throw Failure.isNull("fn") }
    return try front.observeIDs(try KumikiC.pointer(pointer)) { ids in
      ids.withNode { fn(UnsafePointer($0), userData.pointer) }
    }.retained()
  }
}

@_cdecl("kmk_store_observe_patches") @implementation
public func kmk_store_observe_patches(
  _ store: OpaquePointer!, _ pointer: UnsafePointer<CChar>!, _ fn: kmk_patch_fn!,
  _ user_data: UnsafeMutableRawPointer!, _ free_fn: kmk_free_fn!,
  _ error: UnsafeMutablePointer<kmk_error>!
) -> OpaquePointer! {
  let userData = UserData(user_data, free_fn)
  return answering(orNull: error) {
    guard let front = Handle<StoreFront>.borrow(store) else { throw Failure.isNull("store") }
    guard let fn else { throw Failure.isNull("fn") }
    return try front.observePatches(try KumikiC.pointer(pointer)) { patch in
      patch.withNode { fn(UnsafePointer($0), userData.pointer) }
    }.retained()
  }
}

@_cdecl("kmk_subscription_free") @implementation
public func kmk_subscription_free(_ subscription: OpaquePointer!) {
  SubscriptionHandle.free(subscription)
}
