public import CKumiki

internal import Kumiki
internal import KumikiJSON

@_cdecl("kmk_reducer_new") @implementation
public func kmk_reducer_new(
  _ reduce: kmk_reduce_fn!, _ user_data: UnsafeMutableRawPointer!, _ free_fn: kmk_free_fn!
) -> OpaquePointer! {
  let userData = UserData(user_data, free_fn)
  return ReducerHandle.new("kmk_reducer_new") {
    guard let reduce else { throw Failure.isNull("reduce") }
    return JSONReducer(of: [], running: AnyReducer(CReducer(reduce: reduce, userData: userData)))
  }
}

@_cdecl("kmk_reducer_retain") @implementation
public func kmk_reducer_retain(_ reducer: OpaquePointer!) -> OpaquePointer! {
  Handle<ReducerHandle>.borrow(reducer)?.retained()
}

@_cdecl("kmk_reducer_free") @implementation
public func kmk_reducer_free(_ reducer: OpaquePointer!) { Handle<ReducerHandle>.free(reducer) }

@_cdecl("kmk_combine") @implementation
public func kmk_combine(
  _ count: Int, _ reducers: UnsafePointer<OpaquePointer?>!
) -> OpaquePointer! {
  ReducerHandle.new("kmk_combine") {
    .combine(
      try members(reducers, count, "reducers").compactMap {
        Handle<ReducerHandle>.consume($0)?.reducer
      })
  }
}

@_cdecl("kmk_scope") @implementation
public func kmk_scope(
  _ state_path: UnsafePointer<CChar>!, _ action_case: UnsafePointer<CChar>!, _ child: OpaquePointer!
) -> OpaquePointer! {
  let child = ReducerHandle.part(child, "child")
  return ReducerHandle.new("kmk_scope", of: child) {
    .scope(try pointer(state_path, "state_path"), try casePath(action_case), try child.get())
  }
}

@_cdecl("kmk_scope_case") @implementation
public func kmk_scope_case(
  _ state_case: UnsafePointer<CChar>!, _ action_case: UnsafePointer<CChar>!, _ child: OpaquePointer!
) -> OpaquePointer! {
  let child = ReducerHandle.part(child, "child")
  return ReducerHandle.new("kmk_scope_case", of: child) {
    .scope(case: try singleCase(state_case), try casePath(action_case), try child.get())
  }
}

@_cdecl("kmk_if_let") @implementation
public func kmk_if_let(
  _ parent: OpaquePointer!, _ state_path: UnsafePointer<CChar>!,
  _ action_case: UnsafePointer<CChar>!, _ options: UnsafePointer<kmk_slot_options>!,
  _ child: OpaquePointer!
) -> OpaquePointer! {
  attach("kmk_if_let", parent, state_path, action_case, options, child) {
    .ifLet($0, $1, $2, $3, $4)
  }
}

@_cdecl("kmk_presentation") @implementation
public func kmk_presentation(
  _ parent: OpaquePointer!, _ state_path: UnsafePointer<CChar>!,
  _ action_case: UnsafePointer<CChar>!, _ options: UnsafePointer<kmk_slot_options>!,
  _ destination: OpaquePointer!
) -> OpaquePointer! {
  attach("kmk_presentation", parent, state_path, action_case, options, destination) {
    .presentation($0, $1, $2, $3, $4, .modern)
  }
}

@_cdecl("kmk_presentation_destination") @implementation
public func kmk_presentation_destination(
  _ parent: OpaquePointer!, _ state_path: UnsafePointer<CChar>!,
  _ action_case: UnsafePointer<CChar>!, _ options: UnsafePointer<kmk_slot_options>!,
  _ destination: OpaquePointer!
) -> OpaquePointer! {
  attach("kmk_presentation_destination", parent, state_path, action_case, options, destination) {
    .presentation($0, $1, $2, $3, $4, .legacy)
  }
}

/// Attaches a child to a parent. Both are consumed, whatever else is wrong.
private func attach(
  _ function: String, _ parent: OpaquePointer?, _ statePath: UnsafePointer<CChar>?,
  _ actionCase: UnsafePointer<CChar>?, _ options: UnsafePointer<kmk_slot_options>?,
  _ child: OpaquePointer?,
  _ make: (JSONReducer, JSONPointer, JSONCasePath, JSONSlotOptions, JSONReducer) -> JSONReducer
) -> OpaquePointer {
  let parent = ReducerHandle.part(parent, "parent")
  let child = ReducerHandle.part(child, "the child")
  return ReducerHandle.new(function, of: parent, child) {
    let path = try pointer(statePath, "state_path")
    guard !path.isRoot else { throw Failure.invalid("state_path names the whole state") }
    return make(
      try parent.get(), path, try casePath(actionCase), try JSONSlotOptions(options),
      try child.get())
  }
}

@_cdecl("kmk_dependency") @implementation
public func kmk_dependency(
  _ base: OpaquePointer!, _ key: UnsafePointer<CChar>!, _ value: UnsafePointer<json_t>!
) -> OpaquePointer! {
  let base = ReducerHandle.part(base, "base")
  return ReducerHandle.new("kmk_dependency", of: base) {
    let key = try text(key, "key")
    let value = try node(value, "value")
    try JSONMeasure.check(value)
    let json = JSON(borrowing: value)
    let standard = StandardDependency.update(key, json)
    return try base.get().dependency {
      $0[named: key] = json
      standard?(&$0)
    }
  }
}

@_cdecl("kmk_dependency_pointer") @implementation
public func kmk_dependency_pointer(
  _ base: OpaquePointer!, _ key: UnsafePointer<CChar>!, _ service: UnsafeMutableRawPointer!,
  _ free_fn: kmk_free_fn!
) -> OpaquePointer! {
  let service = Service(userData: UserData(service, free_fn))
  let base = ReducerHandle.part(base, "base")
  return ReducerHandle.new("kmk_dependency_pointer", of: base) {
    let key = try text(key, "key")
    return try base.get().dependency { $0[named: key] = service }
  }
}

extension JSONSlotOptions {
  init(_ options: UnsafePointer<kmk_slot_options>?) throws {
    self.init()
    guard let options = options?.pointee else { return }
    guard UInt(bitPattern: options.size) >= MemoryLayout<kmk_slot_options>.size else {
      throw Failure.invalid(
        "options.size is smaller than kmk_slot_options; use KMK_SLOT_OPTIONS_INIT")
    }
    switch options.kind {
    case KMK_STATE_AUTO: kind = .automatic
    case KMK_STATE_STRUCT: kind = .structure
    case KMK_STATE_ENUM: kind = .enumeration
    default: throw Failure.invalid("options.kind is none of kmk_state_kind")
    }
    if options.id_key != nil { idKey = JSONCase(try text(options.id_key, "options.id_key")) }
    isEphemeral = options.ephemeral
    guard var name = options.ephemeral_cases else { return }
    while let here = name.pointee {
      ephemeralCases.append(JSONCase(try text(here, "a case in options.ephemeral_cases")))
      name += 1
    }
  }
}
