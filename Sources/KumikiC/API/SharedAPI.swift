public import CKumiki
internal import CKumikiCalls
internal import KumikiValues
internal import KumikiJSON

@c @implementation public func kmk_shared_memory(
  _ name: CText!, _ initial: CJSON!, _ error: CError!
) -> CHandle! {
  answering(orNull: error) {
    let name = try text(name, "name")
    return try SharedHandle(borrowed(initial), isStored: false) { InMemoryKey(name) }.retained()
  }
}

@c @implementation public func kmk_shared_file(
  _ path: CText!, _ initial: CJSON!, _ error: CError!
) -> CHandle! {
  answering(orNull: error) {
    let path = try filePath(path)
    guard let path = FileSystem.absolute(path) else {
      throw Failure.invalid("path is relative, and the program's directory is gone")
    }
    return try SharedHandle(borrowed(initial), isStored: true) { JSONFileKey(json: path) }
      .retained()
  }
}

@c @implementation public func kmk_shared_setting(
  _ name: CText!, _ initial: CJSON!, _ error: CError!
) -> CHandle! {
  answering(orNull: error) {
    let name = try text(name, "name")
    return try SharedHandle(borrowed(initial), isStored: true) {
      SettingKey(name, in: DependencyValues.current.defaultAppStorage)
    }.retained()
  }
}

@c @implementation public func kmk_shared_get(
  _ shared: CHandle!, _ pointer: CText!, _ error: CError!
) -> CNewJSON! {
  answering(orNull: error) {
    let shared = try Handle<SharedHandle>.at(shared, "shared")
    return snapshot(try shared.value.wrappedValue.part(KumikiC.pointer(pointer)).retained())
  }
}

@c @implementation public func kmk_shared_set_new(
  _ shared: CHandle!, _ pointer: CText!, _ value: CNewJSON!, _ error: CError!
) -> kmk_status {
  let value = taken(value)
  return answering(error) {
    let shared = try Handle<SharedHandle>.at(shared, "shared")
    let (place, value) = (try KumikiC.pointer(pointer), try required(value, "value"))
    try shared.update { try $0.setting(place, to: value) }
  }
}

@c @implementation public func kmk_shared_update(
  _ shared: CHandle!, _ fn: kmk_update_fn!, _ user_data: CData!, _ error: CError!
) -> kmk_status {
  let callback = Callback<(JSON) throws -> JSON?>(fn, user_data)
  return answering(error) {
    let (shared, change) = (try Handle<SharedHandle>.at(shared, "shared"), try callback.get())
    try shared.update(change)
  }
}

@c @implementation public func kmk_shared_observe(
  _ shared: CHandle!, _ loop: CHandle!, _ pointer: CText!, _ fn: kmk_observe_fn!,
  _ user_data: CData!, _ free_fn: kmk_free_fn!, _ error: CError!
) -> CHandle! {
  let callback = Callback<(JSONNode?) -> Void>(fn, user_data, free_fn)
  return answering(orNull: error) {
    let (shared, loop) = (try Handle<SharedHandle>.at(shared, "shared"), try LoopHandle.loop(loop))
    try loop.check()
    let (place, notify) = (try KumikiC.pointer(pointer), try callback.get())
    return shared.observe(on: loop, place, notify).retained()
  }
}

/// Returns another handle of a shared value, for the mirror in C (Sources/CKumikiCalls/mirror.c).
@c(kumiki_shared_retained) @implementation
public func kumiki_shared_retained(_ shared: CHandle!) -> CHandle! {
  (try? Handle<SharedHandle>.at(shared, "shared"))?.retained()
}

@c @implementation public func kmk_shared_free(_ shared: CHandle!) {
  Handle<SharedHandle>.free(shared)
}
