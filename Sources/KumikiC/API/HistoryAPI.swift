public import CKumiki
internal import KumikiValues
internal import KumikiJSON

@c @implementation public func kmk_on_write(
  _ base: CHandle!, _ state_path: CText!, _ write: kmk_write_fn!, _ user_data: CData!,
  _ free_fn: kmk_free_fn!
) -> CHandle! {
  let callback = Callback<WriteAnswer>(write, user_data, free_fn)
  return ReducerHandle.new(base) {
    let answer = try callback.get()
    return $0.onWrite(try pointer(state_path, "state_path"), answer)
  }
}

@c @implementation
public func kmk_undoable(_ base: CHandle!, _ options: CStructs<kmk_undo_options>!) -> CHandle! {
  let describe = UndoOptions.describe(options)
  return ReducerHandle.new(base) {
    let options = try UndoOptions(options, describe)
    return $0.undoable(
      options.places, options.actions, limit: options.limit, limitBytes: options.limitBytes,
      grouping: options.grouping)
  }
}

@c @implementation public func kmk_store_undo_steps(
  _ store: CHandle!, _ history_path: CText!, _ error: CError!
) -> CNewJSON! {
  withStore(store, orNull: error) { store in
    let place = try pointer(history_path, "history_path")
    guard let steps = try store.wholeDocument().undoSteps(at: place) else {
      throw Failure(KMK_ERR_NOT_FOUND, "no kmk_undoable shows its counts at \"\(place.text)\"")
    }
    return new(steps.retained())
  }
}
