public import CKumiki
internal import KumikiValues
internal import KumikiJSON

@c @implementation public func kmk_on_end(
  _ base: CHandle!, _ fn: kmk_end_fn!, _ user_data: CData!, _ free_fn: kmk_free_fn!
) -> CHandle! {
  onEnd(base, fn, user_data, free_fn, includesStoreEnd: false)
}

@c @implementation public func kmk_on_end_or_close(
  _ base: CHandle!, _ fn: kmk_end_fn!, _ user_data: CData!, _ free_fn: kmk_free_fn!
) -> CHandle! {
  onEnd(base, fn, user_data, free_fn, includesStoreEnd: true)
}

@safe private func onEnd(
  _ base: CHandle?, _ fn: kmk_end_fn?, _ data: CData?, _ release: kmk_free_fn?,
  includesStoreEnd: Bool
) -> CHandle {
  let callback = unsafe Callback<RunningAnswer>("kmk_end_fn", fn, data, release)
  return ReducerHandle.new(base) {
    let answer = try callback.get()
    let address = unsafe unsafeBitCast(fn, to: Int.self)
    return $0.onEnd(
      includesStoreEnd: includesStoreEnd,
      function: RunningFunction(address, callback.userData), answer)
  }
}
