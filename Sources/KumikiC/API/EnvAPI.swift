public import CKumiki

internal import Kumiki
internal import KumikiJSON

/// The dependencies in hand: the context of the step, as C holds it for the length of a reduce call.
private func context(_ env: OpaquePointer?) -> UnsafeMutablePointer<ReduceContext>? {
  env.map { UnsafeMutablePointer<ReduceContext>($0) }
}

@_cdecl("kmk_env_dependency") @implementation
public func kmk_env_dependency(
  _ env: OpaquePointer!, _ key: UnsafePointer<CChar>!
) -> UnsafePointer<json_t>! {
  guard let context = context(env), let key,
    let value = context.pointee.dependencies[named: String(cString: key)] as? JSON
  else { return nil }
  // The context holds the value for the length of the call.
  return UnsafePointer(value.node)
}

/// A service under a name: a pointer that only the program understands.
struct Service: Sendable {
  let userData: UserData
}

@_cdecl("kmk_env_pointer") @implementation
public func kmk_env_pointer(
  _ env: OpaquePointer!, _ key: UnsafePointer<CChar>!
) -> UnsafeMutableRawPointer! {
  guard let context = context(env), let key else { return nil }
  return (context.pointee.dependencies[named: String(cString: key)] as? Service)?.userData.pointer
}

@_cdecl("kmk_env_now") @implementation
public func kmk_env_now(_ env: OpaquePointer!) -> UInt64 { context(env)?.pointee.loop.now ?? 0 }

@_cdecl("kmk_env_date") @implementation
public func kmk_env_date(_ env: OpaquePointer!) -> Int64 {
  context(env)?.pointee.dependencies.date.now ?? 0
}

@_cdecl("kmk_env_uuid") @implementation
public func kmk_env_uuid(_ env: OpaquePointer!, _ out: UnsafeMutablePointer<CChar>!) {
  guard let out else { return }
  guard let context = context(env) else {
    out[0] = 0
    return
  }
  for (index, byte) in context.pointee.dependencies.uuid().description.utf8.enumerated() {
    out[index] = CChar(byte)
  }
  out[36] = 0
}

@_cdecl("kmk_env_is_presented") @implementation
public func kmk_env_is_presented(_ env: OpaquePointer!) -> Bool {
  context(env)?.pointee.dependencies.isPresented ?? false
}
