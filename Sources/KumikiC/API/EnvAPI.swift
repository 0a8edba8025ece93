public import CKumiki

internal import Kumiki
internal import KumikiJSON

extension StepContext {
  /// As a C function is handed it.
  var env: OpaquePointer? { pointer.map { OpaquePointer($0.address) } }
}

/// The context of the step behind a `kmk_env *`, which C holds for the length of a reduce call.
private func context(_ env: OpaquePointer?) -> ManualBox<ReduceContext>? {
  env.map { ManualBox(at: UnsafeMutablePointer($0)) }
}

@_cdecl("kmk_env_dependency") @implementation
public func kmk_env_dependency(
  _ env: OpaquePointer!, _ key: UnsafePointer<CChar>!
) -> UnsafePointer<json_t>! {
  // The context retains the value for the length of the call.
  (named(env, key) as? JSON).map { UnsafePointer($0.node) }
}

/// What is set under a name. In a test store a name that is not set is an issue.
private func named(_ env: OpaquePointer?, _ key: UnsafePointer<CChar>?) -> (any Sendable)? {
  guard let context = context(env), let key else { return nil }
  let name = String(cString: key)
  if let value = context.pointee.dependencies[named: name] { return value }
  if context.pointee.dependencies.context == .test {
    DependencyValues.reportUnimplemented(
      name,
      "give it with kmk_dependency or kmk_dependency_pointer, or to the test store with "
        + "kmk_test_set_dependency")
  }
  return nil
}

/// A service under a name: a pointer that only the program understands.
struct Service: Sendable {
  let userData: UserData
}

@_cdecl("kmk_env_pointer") @implementation
public func kmk_env_pointer(
  _ env: OpaquePointer!, _ key: UnsafePointer<CChar>!
) -> UnsafeMutableRawPointer! {
  (named(env, key) as? Service)?.userData.pointer
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
  // On a virtual loop it counts, so a test in C need not set it; in Swift it has to be set.
  let id = context.pointee.dependencies.override(UUIDKey.self) ?? UUIDKey.liveValue
  for (index, byte) in id().description.utf8.enumerated() {
    out[index] = CChar(byte)
  }
  out[36] = 0
}

@_cdecl("kmk_env_is_presented") @implementation
public func kmk_env_is_presented(_ env: OpaquePointer!) -> Bool {
  context(env)?.pointee.dependencies.isPresented ?? false
}
