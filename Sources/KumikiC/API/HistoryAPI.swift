public import CKumiki

internal import Kumiki
internal import KumikiJSON

@c @implementation public func kmk_store_observe_changes(
  _ store: CHandle!, _ pointer: CText!, _ fn: kmk_changes_fn!, _ user_data: CData!,
  _ free_fn: kmk_free_fn!, _ error: CError!
) -> CHandle! {
  subscribe(
    store, pointer, error, StoreHandle.observeChanges, Callback(fn, user_data, free_fn))
}

@c @implementation public func kmk_on_write(
  _ base: CHandle!, _ state_path: CText!, _ write: kmk_write_fn!, _ user_data: CData!,
  _ free_fn: kmk_free_fn!
) -> CHandle! {
  let callback = Callback<WriteAnswer>(write, user_data, free_fn)
  return ReducerHandle.new("kmk_on_write", base) {
    let answer = try callback.get()
    return $0.onWrite(try pointer(state_path, "state_path"), answer)
  }
}

@c @implementation
public func kmk_undoable(_ base: CHandle!, _ options: CStructs<kmk_undo_options>!) -> CHandle! {
  ReducerHandle.new("kmk_undoable", base) {
    let options = try UndoOptions(options)
    return $0.undoable(
      options.places, options.actions, limit: options.limit, grouping: options.grouping)
  }
}

/// The options of `kmk_undoable`, converted for the engine.
private struct UndoOptions {
  let places: JSONUndoPlaces
  let actions: JSONUndoActions
  let limit: Int
  let grouping: UInt64

  @safe init(_ options: CStructs<kmk_undo_options>?) throws {
    let options = try unsafe sized(options, "options") ?? .standard
    let part = try unsafe optionalText(options.state_path, "options.state_path") ?? ""
    let shown = try unsafe optionalText(options.history_path, "options.history_path")
    actions = try unsafe JSONUndoActions(
      undo: Self.name(options.undo_case, "undo", "options.undo_case"),
      redo: Self.name(options.redo_case, "redo", "options.redo_case"),
      clear: Self.name(options.clear_case, "clearHistory", "options.clear_case"),
      counted: options.actions == nil
        ? nil : texts(options.actions) { try casePath($0, "a path in options.actions") },
      uncounted: texts(options.ignored) { try casePath($0, "a path in options.ignored") })
    places = try JSONUndoPlaces(
      part: JSONPointer(part), shown: shown.map { text throws in try JSONPointer(text) },
      words: actions.cases)
    limit = unsafe options.limit == 0 ? 100 : Int(clamping: UInt(bitPattern: options.limit))
    grouping = unsafe options.group_nanoseconds
  }

  @safe private static func name(
    _ text: CText?, _ standard: String, _ what: String
  ) throws -> JSONCase {
    try CStringView(text) == nil ? JSONCase(standard) : singleCase(text, what)
  }
}
