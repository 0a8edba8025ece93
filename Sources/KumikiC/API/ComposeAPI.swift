public import CKumiki
internal import KumikiValues
internal import KumikiJSON

@c @implementation public func kmk_if_case_let(
  _ parent: CHandle!, _ state_case: CText!, _ action_case: CText!,
  _ options: CStructs<kmk_slot_options>!, _ child: CHandle!
) -> CHandle! {
  ReducerHandle.new(parent, child, "child") {
    .ifCaseLet(
      $0, try singleCase(state_case), try casePath(action_case), try JSONSlotOptions(options), $1)
  }
}

@c @implementation public func kmk_reader(
  _ fn: kmk_reader_fn!, _ user_data: CData!, _ free_fn: kmk_free_fn!
) -> CHandle! {
  let callback = Callback<JSONReducer.Choice>(fn, user_data, free_fn)
  return ReducerHandle.new { .reader(try callback.get()) }
}

@c @implementation public func kmk_reader_env(
  _ fn: kmk_reader_env_fn!, _ user_data: CData!, _ free_fn: kmk_free_fn!
) -> CHandle! {
  let callback = Callback<JSONReducer.Choice>(fn, user_data, free_fn)
  return ReducerHandle.new { .reader(try callback.get()) }
}

@c @implementation public func kmk_recurse(
  _ fn: kmk_recurse_fn!, _ user_data: CData!, _ free_fn: kmk_free_fn!
) -> CHandle! {
  let callback = Callback<(JSONReducer) -> JSONReducer>(fn, user_data, free_fn)
  return ReducerHandle.new { .recurse(try callback.get()) }
}

@c @implementation public func kmk_bindings(_ action_case: CText!) -> CHandle! {
  ReducerHandle.new { .bindings(try casePath(action_case)) }
}

@c @implementation public func kmk_binding_fields(
  _ action_case: CText!, _ count: Int, _ fields: CStructs<kmk_field>!
) -> CHandle! {
  ReducerHandle.new {
    let path = try casePath(action_case)
    guard count >= 0 else { throw Failure.invalid("count is too large") }
    return .bindings(path, JSONFields(try structs(fields, count, "fields", declared)))
  }
}

@c @implementation public func kmk_on_change(
  _ base: CHandle!, _ state_path: CText!, _ change: kmk_change_fn!, _ user_data: CData!,
  _ free_fn: kmk_free_fn!
) -> CHandle! {
  let callback = Callback<ChangeAnswer>(change, user_data, free_fn)
  return ReducerHandle.new(base) {
    let answer = try callback.get()
    return .onChange($0, try pointer(state_path, "state_path"), answer)
  }
}

@c @implementation public func kmk_print_changes(_ base: CHandle!, _ label: CText!) -> CHandle! {
  ReducerHandle.new(base) { $0.printChanges(try optionalText(label, "label") ?? "") }
}
