internal import CKumiki
internal import KumikiValues
internal import KumikiJSON

@c @implementation public func kmk_env_dependency(_ env: CHandle!, _ key: CText!) -> CJSON! {
  // The context retains the value during the call.
  lent(named(context(env), CStringView(key), JSON.self)?.node)
}

/// A service registered under a name: a pointer that only the program interprets.
struct Service: Sendable {
  let userData: UserData
}

@c @implementation public func kmk_env_pointer(_ env: CHandle!, _ key: CText!) -> CData! {
  named(context(env), CStringView(key), Service.self)?.userData.pointer
}

/// Returns the dependency under a name. If it is missing or of another kind, raises an issue.
private func named<Value: Sendable>(
  _ context: ManualBox<ReduceContext>?, _ key: CStringView?, _ kind: Value.Type
) -> Value? {
  guard let context, let name = key?.bytes.string else { return nil }
  let dependencies = context.pointee.dependencies
  let found = dependencies[named: name]
  if let value = found as? Value { return value }
  let isService = kind == Service.self
  if found == nil, dependencies.context == .test {
    DependencyValues.reportUnimplemented(
      name,
      "give it with kmk_dependency or kmk_dependency_pointer, or to the test store with "
        + "kmk_test_set_dependency")
  } else if found != nil || isService {
    let message = missing(name, isService: isService, instead: found != nil, dependencies)
    ReduceContext.report(.missingDependency, message, label: "")
  }
  return nil
}

/// Returns why nothing was found under a name. A value may be optional, so a missing value is not a mistake.
private func missing(
  _ name: String, isService: Bool, instead isOther: Bool, _ dependencies: DependencyValues
) -> String {
  if isOther {
    let (wanted, found) = isService ? ("service", "value") : ("value", "service")
    return "a \(wanted) was asked for under \"\(name.shortened)\", and a \(found) is given there"
  }
  let beginning = "no service is given under \"\(name.shortened)\""
  let known = dependencies.names { $0 is Service }
  guard !known.isEmpty else {
    return beginning + ": give it around the reducer, as NULL where it is optional"
  }
  return KnownNames.advice(beginning + "; ", "there are ", known, for: name)
}

@c @implementation
public func kmk_env_now(_ env: CHandle!) -> UInt64 { context(env)?.pointee.now ?? 0 }

@c @implementation public func kmk_env_date(_ env: CHandle!) -> Int64 {
  context(env)?.pointee.date ?? 0
}

@c @implementation public func kmk_env_uuid(_ env: CHandle!, _ out: CNewText!) {
  // On a virtual loop the default counts up, so a C test need not set it. A Swift test must.
  let id = context(env).map {
    UUIDGenerator.recording($0.pointee.dependencies.override(UUIDKey.self) ?? UUIDKey.liveValue)()
      .description
  }
  write(id ?? "", to: out)
}

@c @implementation public func kmk_env_is_presented(_ env: CHandle!) -> Bool {
  context(env)?.pointee.dependencies.isPresented ?? false
}
