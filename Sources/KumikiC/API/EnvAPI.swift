internal import CKumiki

internal import Kumiki
internal import KumikiJSON

extension StepContext {
  /// As a C function is handed it.
  @safe var env: CHandle? { pointer?.handle }
}

/// The context of the step behind a `kmk_env *`, which C holds for the length of a reduce call.
@safe func context(_ env: CHandle?) -> ManualBox<ReduceContext>? {
  box(env)
}

@c @implementation public func kmk_env_dependency(_ env: CHandle!, _ key: CText!) -> CJSON! {
  // The context retains the value for the length of the call.
  lent((named(env, key) as? JSON)?.node)
}

/// What is set under a name. In a test store a name that is not set is an issue.
@safe private func named(_ env: CHandle?, _ key: CText?) -> (any Sendable)? {
  guard let context = context(env), let name = lossyText(key) else { return nil }
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

@c @implementation public func kmk_env_pointer(_ env: CHandle!, _ key: CText!) -> CData! {
  (named(env, key) as? Service)?.userData.pointer
}

@c @implementation
public func kmk_env_now(_ env: CHandle!) -> UInt64 { context(env)?.pointee.loop.now ?? 0 }

@c @implementation public func kmk_env_date(_ env: CHandle!) -> Int64 {
  context(env)?.pointee.dependencies.date.now ?? 0
}

@c @implementation public func kmk_env_uuid(_ env: CHandle!, _ out: CNewText!) {
  // On a virtual loop it counts, so a test in C need not set it; in Swift it has to be set.
  let id = context(env).map {
    ($0.pointee.dependencies.override(UUIDKey.self) ?? UUIDKey.liveValue)().description
  }
  write(id ?? "", to: out)
}

@c @implementation public func kmk_env_is_presented(_ env: CHandle!) -> Bool {
  context(env)?.pointee.dependencies.isPresented ?? false
}
