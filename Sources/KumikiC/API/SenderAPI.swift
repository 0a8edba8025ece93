public import CKumiki

internal import KumikiJSON

@c @implementation
public func kmk_sender_send_new(_ sender: CHandle!, _ action: CNewJSON!) -> kmk_status {
  guard let action else { return KMK_ERR_INVALID_ARGUMENT }
  guard let sender else {
    action.releaseDeep()
    return KMK_ERR_INVALID_ARGUMENT
  }
  return Sender.at(sender)._withUnsafeGuaranteedRef { $0.sendFromC(stealing: action) }
}

@c @implementation public func kmk_sender_dismiss(_ sender: CHandle!) -> kmk_status {
  guard let sender else { return KMK_ERR_INVALID_ARGUMENT }
  return Sender.at(sender).takeUnretainedValue().dismissFromC()
}

@c @implementation public func kmk_sender_fail(_ sender: CHandle!, _ message: CText!) {
  let text = message.map { String(cString: $0) } ?? "the effect failed"
  if let sender { Sender.consume(sender).failFromC(EffectFailure(text)) }
}

@c @implementation public func kmk_sender_fail_new(_ sender: CHandle!, _ error: CNewJSON!) {
  guard let sender else {
    error?.releaseDeep()
    return
  }
  Sender.consume(sender).failFromC(EffectFailure(reading: error))
}

@c @implementation public func kmk_sender_is_cancelled(_ sender: CHandle!) -> Bool {
  guard let sender else { return false }
  return Sender.at(sender)._withUnsafeGuaranteedRef { $0.isStoppedForC }
}

@c @implementation public func kmk_sender_finish(_ sender: CHandle!) {
  if let sender { Sender.consume(sender).finishFromC() }
}
