public import CKumiki

internal import Kumiki
internal import KumikiJSON

@_cdecl("kmk_if_case_let") @implementation
public func kmk_if_case_let(
  _ parent: OpaquePointer!, _ state_case: UnsafePointer<CChar>!,
  _ action_case: UnsafePointer<CChar>!, _ options: UnsafePointer<kmk_slot_options>!,
  _ child: OpaquePointer!
) -> OpaquePointer! {
  let parent = ReducerHandle.part(parent, "parent")
  let child = ReducerHandle.part(child, "child")
  return ReducerHandle.new("kmk_if_case_let", of: parent, child) {
    .ifCaseLet(
      try parent.get(), try singleCase(state_case), try casePath(action_case),
      try JSONSlotOptions(options), try child.get())
  }
}

@_cdecl("kmk_reader") @implementation
public func kmk_reader(
  _ fn: kmk_reader_fn!, _ user_data: UnsafeMutableRawPointer!, _ free_fn: kmk_free_fn!
) -> OpaquePointer! {
  let userData = UserData(user_data, free_fn)
  return ReducerHandle.new("kmk_reader") {
    guard let fn else { throw Failure.isNull("fn") }
    return .reader { state, action, _ in
      let built = fn(UnsafePointer(state), UnsafePointer(action), userData.pointer)
      return Handle<ReducerHandle>.consume(built)?.reducer
    }
  }
}

@_cdecl("kmk_reader_env") @implementation
public func kmk_reader_env(
  _ fn: kmk_reader_env_fn!, _ user_data: UnsafeMutableRawPointer!, _ free_fn: kmk_free_fn!
) -> OpaquePointer! {
  let userData = UserData(user_data, free_fn)
  return ReducerHandle.new("kmk_reader_env") {
    guard let fn else { throw Failure.isNull("fn") }
    return .reader { state, action, context in
      let built = fn(UnsafePointer(state), UnsafePointer(action), context.env, userData.pointer)
      return Handle<ReducerHandle>.consume(built)?.reducer
    }
  }
}

@_cdecl("kmk_recurse") @implementation
public func kmk_recurse(
  _ fn: kmk_recurse_fn!, _ user_data: UnsafeMutableRawPointer!, _ free_fn: kmk_free_fn!
) -> OpaquePointer! {
  let userData = UserData(user_data, free_fn)
  return ReducerHandle.new("kmk_recurse") {
    guard let fn else { throw Failure.isNull("fn") }
    return .recurse { nested in
      let built = fn(ReducerHandle(nested).retained(), userData.pointer)
      return Handle<ReducerHandle>.consume(built)?.reducer
        ?? JSONReducer(
          mistake: JSONError(.invalidPointer, message: "kmk_recurse: fn returned NULL"))
    }
  }
}

@_cdecl("kmk_bindings") @implementation
public func kmk_bindings(_ action_case: UnsafePointer<CChar>!) -> OpaquePointer! {
  ReducerHandle.new("kmk_bindings") { .bindings(try casePath(action_case)) }
}

@_cdecl("kmk_binding_fields") @implementation
public func kmk_binding_fields(
  _ action_case: UnsafePointer<CChar>!, _ count: Int, _ fields: UnsafePointer<kmk_field>!
) -> OpaquePointer! {
  ReducerHandle.new("kmk_binding_fields") {
    let path = try casePath(action_case)
    guard count >= 0 else { throw Failure.invalid("count is too large") }
    if fields == nil, count > 0 { throw Failure.isNull("fields") }
    let known = try (0..<count).map { index in
      (
        pointer: try pointer(fields[index].pointer, "a field's pointer"),
        form: try JSONForm(text(fields[index].kind, "a field's kind")[...])
      )
    }
    return .bindings(path, JSONFields(known))
  }
}

@_cdecl("kmk_on_change") @implementation
public func kmk_on_change(
  _ base: OpaquePointer!, _ state_path: UnsafePointer<CChar>!, _ change: kmk_change_fn!,
  _ user_data: UnsafeMutableRawPointer!, _ free_fn: kmk_free_fn!
) -> OpaquePointer! {
  let userData = UserData(user_data, free_fn)
  let base = ReducerHandle.part(base, "base")
  return ReducerHandle.new("kmk_on_change", of: base) {
    guard let change else { throw Failure.isNull("change") }
    return .onChange(try base.get(), try pointer(state_path, "state_path")) {
      state, old, new, action, context in
      let effect = withUnsafeMutablePointer(to: &state) { state in
        change(
          OpaquePointer(state), old.map { UnsafePointer($0.node) },
          new.map { UnsafePointer($0.node) },
          UnsafePointer(action.node), context.env, userData.pointer)
      }
      return CEffect.consume(effect)
    }
  }
}

@_cdecl("kmk_print_changes") @implementation
public func kmk_print_changes(
  _ base: OpaquePointer!, _ label: UnsafePointer<CChar>!
) -> OpaquePointer! {
  let base = ReducerHandle.part(base, "base")
  return ReducerHandle.new("kmk_print_changes", of: base) {
    try base.get().printChanges(label == nil ? "" : try text(label, "label"))
  }
}
