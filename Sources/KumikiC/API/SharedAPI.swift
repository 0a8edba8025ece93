public import CKumiki

internal import Kumiki
internal import KumikiJSON

@c @implementation public func kmk_shared_memory(
  _ name: CText!, _ initial: CJSON!, _ error: CError!
) -> CHandle! {
  share(name, "name", initial, error) { name in { InMemoryKey<JSON>(name) } }
}

@c @implementation public func kmk_shared_file(
  _ path: CText!, _ initial: CJSON!, _ error: CError!
) -> CHandle! {
  share(path, "path", initial, error) { path in
    guard !path.isEmpty else { throw Failure.invalid("path is empty") }
    guard let path = FileStorage.absolute(path) else {
      throw Failure.invalid("path is relative, and the program's directory is gone")
    }
    return { JSONFileKey<JSON>(path) }
  }
}

@c @implementation public func kmk_shared_setting(
  _ name: CText!, _ initial: CJSON!, _ error: CError!
) -> CHandle! {
  share(name, "name", initial, error) { name in
    { SettingKey(name, in: DependencyValues.current.defaultAppStorage) }
  }
}

/// Makes a handle of the value with a key, which `make` makes from a name.
@safe private func share<Key: SharedKey<JSON>>(
  _ name: CText?, _ what: String, _ initial: CJSON?, _ error: CError?,
  _ make: (String) throws -> () -> Key
) -> CHandle? {
  answering(orNull: error) {
    let key = try make(text(name, what))
    let initial = try required(borrowed(initial), "initial")
    return SharedHandle { Shared(wrappedValue: initial, key()) }.retained()
  }
}

@safe private func shared(_ pointer: CHandle?) throws -> SharedHandle {
  try Handle<SharedHandle>.at(pointer, "shared")
}

@c @implementation public func kmk_shared_get(
  _ shared: CHandle!, _ pointer: CText!, _ error: CError!
) -> CNewJSON! {
  answering(orNull: error) {
    let shared = try KumikiC.shared(shared)
    return new(try shared.value.wrappedValue.part(KumikiC.pointer(pointer)).retained())
  }
}

@c @implementation public func kmk_shared_set_new(
  _ shared: CHandle!, _ pointer: CText!, _ value: CNewJSON!, _ error: CError!
) -> kmk_status {
  let value = taken(value)
  return answering(error) {
    let shared = try KumikiC.shared(shared)
    let (place, value) = (try KumikiC.pointer(pointer), try required(value, "value"))
    try shared.update { try $0.setting(place, to: value) }
  }
}

@c @implementation public func kmk_shared_update(
  _ shared: CHandle!, _ fn: kmk_update_fn!, _ user_data: CData!, _ error: CError!
) -> kmk_status {
  let callback = Callback<(JSON) throws -> JSON?>(fn, user_data)
  return answering(error) {
    let (shared, change) = (try KumikiC.shared(shared), try callback.get())
    try shared.update(change)
  }
}

@c @implementation public func kmk_shared_observe(
  _ shared: CHandle!, _ loop: CHandle!, _ pointer: CText!, _ fn: kmk_observe_fn!,
  _ user_data: CData!, _ free_fn: kmk_free_fn!, _ error: CError!
) -> CHandle! {
  let callback = Callback<(JSONNode?) -> Void>(fn, user_data, free_fn)
  return answering(orNull: error) {
    let (shared, loop) = (try KumikiC.shared(shared), try LoopHandle.loop(loop))
    try loop.check()
    let (place, tell) = (try KumikiC.pointer(pointer), try callback.get())
    return shared.observe(on: loop, place, tell).retained()
  }
}

@c @implementation public func kmk_shared_free(_ shared: CHandle!) {
  Handle<SharedHandle>.free(shared)
}
