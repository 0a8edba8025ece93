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
  ReducerHandle.new(base) {
    let options = try UndoOptions(options)
    return $0.undoable(
      options.places, options.actions, limit: options.limit, grouping: options.grouping)
  }
}
