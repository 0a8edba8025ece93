public import CKumiki

internal import KumikiJSON

@_cdecl("kmk_sender_send_new") @implementation
public func kmk_sender_send_new(
  _ sender: OpaquePointer!, _ action: UnsafeMutablePointer<json_t>!
) -> kmk_status {
  guard let action else { return KMK_ERR_INVALID_ARGUMENT }
  guard let sender = Handle<Sender>.borrow(sender) else {
    action.releaseDeep()
    return KMK_ERR_INVALID_ARGUMENT
  }
  return sender.send(stealing: action)
}

@_cdecl("kmk_sender_dismiss") @implementation
public func kmk_sender_dismiss(_ sender: OpaquePointer!) -> kmk_status {
  Handle<Sender>.borrow(sender)?.dismiss() ?? KMK_ERR_INVALID_ARGUMENT
}

@_cdecl("kmk_sender_fail") @implementation
public func kmk_sender_fail(_ sender: OpaquePointer!, _ message: UnsafePointer<CChar>!) {
  let text = message.map { String(cString: $0) } ?? "the effect failed"
  Handle<Sender>.consume(sender)?.fail(text)
}

@_cdecl("kmk_sender_is_cancelled") @implementation
public func kmk_sender_is_cancelled(_ sender: OpaquePointer!) -> Bool {
  Handle<Sender>.borrow(sender)?.isCancelled ?? false
}

@_cdecl("kmk_sender_finish") @implementation
public func kmk_sender_finish(_ sender: OpaquePointer!) {
  Handle<Sender>.consume(sender)?.finish()
}
