public import CKumiki
internal import KumikiValues
internal import KumikiJSON

@c @implementation public func kmk_reducer_new(
  _ reduce: kmk_reduce_fn!, _ user_data: CData!, _ free_fn: kmk_free_fn!
) -> CHandle! {
  let callback = Callback<CReducer>(reduce, user_data, free_fn)
  return ReducerHandle.new { JSONReducer(of: [], running: AnyReducer(try callback.get())) }
}

@c @implementation public func kmk_reducer_retain(_ reducer: CHandle!) -> CHandle! {
  Handle<ReducerHandle>.borrow(reducer)?.retained()
}

@c @implementation
public func kmk_reducer_free(_ reducer: CHandle!) { Handle<ReducerHandle>.free(reducer) }

@c @implementation
public func kmk_combine(_ count: Int, _ reducers: CStructs<CHandle?>!) -> CHandle! {
  ReducerHandle.new { .combine(try ReducerHandle.consume(reducers, count)) }
}

@c @implementation
public func kmk_empty() -> CHandle! { ReducerHandle(.combine([])).retained() }

@c @implementation
public func kmk_scope(_ state_path: CText!, _ action_case: CText!, _ child: CHandle!) -> CHandle! {
  ReducerHandle.new(child, "child") {
    .scope(try pointer(state_path, "state_path"), try casePath(action_case), $0)
  }
}

@c @implementation public func kmk_scope_case(
  _ state_case: CText!, _ action_case: CText!, _ child: CHandle!
) -> CHandle! {
  ReducerHandle.new(child, "child") {
    .scope(case: try singleCase(state_case), try casePath(action_case), $0)
  }
}

@c @implementation public func kmk_if_let(
  _ parent: CHandle!, _ state_path: CText!, _ action_case: CText!,
  _ options: CStructs<kmk_slot_options>!, _ child: CHandle!
) -> CHandle! {
  ReducerHandle.new(parent, slot: state_path, action_case, options, child) {
    .ifLet($0, $1, $2, $3, $4)
  }
}

@c @implementation public func kmk_presentation(
  _ parent: CHandle!, _ state_path: CText!, _ action_case: CText!,
  _ options: CStructs<kmk_slot_options>!, _ destination: CHandle!
) -> CHandle! {
  ReducerHandle.new(parent, slot: state_path, action_case, options, destination) {
    .presentation($0, $1, $2, $3, $4, .modern)
  }
}

@c @implementation public func kmk_presentation_destination(
  _ parent: CHandle!, _ state_path: CText!, _ action_case: CText!,
  _ options: CStructs<kmk_slot_options>!, _ destination: CHandle!
) -> CHandle! {
  ReducerHandle.new(
    parent, slot: state_path, action_case, options, destination
  ) {
    .presentation($0, $1, $2, $3, $4, .legacy)
  }
}

@c @implementation
public func kmk_dependency(_ base: CHandle!, _ key: CText!, _ value: CJSON!) -> CHandle! {
  ReducerHandle.new(base) { base in
    base.dependency(StandardDependency.set(try text(key, "key"), try json(value, "value")))
  }
}

@c @implementation public func kmk_dependency_pointer(
  _ base: CHandle!, _ key: CText!, _ service: CData!, _ free_fn: kmk_free_fn!
) -> CHandle! {
  let service = Service(userData: UserData(service, free_fn))
  return ReducerHandle.new(base) { base in
    let key = try text(key, "key")
    return base.dependency { $0[named: key] = service }
  }
}
