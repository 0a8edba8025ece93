public import CKumiki

internal import KumikiJSON

@_cdecl("kmk_sender_send_new") @implementation
public func kmk_sender_send_new(
  _ sender: OpaquePointer!, _ action: UnsafeMutablePointer<json_t>!
) -> kmk_status {
  guard let action else { return KMK_ERR_INVALID_ARGUMENT }
  guard let sender else {
    action.releaseDeep()
    return KMK_ERR_INVALID_ARGUMENT
  }
  return Sender.at(sender)._withUnsafeGuaranteedRef { $0.sendFromC(stealing: action) }
}

@_cdecl("kmk_sender_dismiss") @implementation
public func kmk_sender_dismiss(_ sender: OpaquePointer!) -> kmk_status {
  guard let sender else { return KMK_ERR_INVALID_ARGUMENT }
  return Sender.at(sender).takeUnretainedValue().dismissFromC()
}

@_cdecl("kmk_sender_fail") @implementation
public func kmk_sender_fail(_ sender: OpaquePointer!, _ message: UnsafePointer<CChar>!) {
  let text = message.map { String(cString: $0) } ?? "the effect failed"
  if let sender { Sender.fail(sender, EffectFailure(text)) }
}

@_cdecl("kmk_sender_fail_new") @implementation
public func kmk_sender_fail_new(
  _ sender: OpaquePointer!, _ error: UnsafeMutablePointer<json_t>!
) {
  guard let sender else {
    error?.releaseDeep()
    return
  }
  Sender.fail(sender, EffectFailure(reading: error))
}

@_cdecl("kmk_sender_is_cancelled") @implementation
public func kmk_sender_is_cancelled(_ sender: OpaquePointer!) -> Bool {
  guard let sender else { return false }
  return Sender.at(sender)._withUnsafeGuaranteedRef { $0.isStoppedForC }
}

@_cdecl("kmk_sender_finish") @implementation
public func kmk_sender_finish(_ sender: OpaquePointer!) {
  if let sender { Sender.finish(sender) }
}
