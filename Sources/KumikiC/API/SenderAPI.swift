public import CKumiki
internal import KumikiValues
internal import KumikiJSON

@c @implementation
public func kmk_sender_send_new(_ sender: CHandle!, _ action: CNewJSON!) -> kmk_status {
  guard let sender = Sender.at(sender) else {
    release(action)
    return KMK_ERR_INVALID_ARGUMENT
  }
  return sender.with { $0.sendFromC(stealing: node(action)) }
}

@c @implementation public func kmk_sender_send_latest_new(
  _ sender: CHandle!, _ key: CText!, _ action: CNewJSON!
) -> kmk_status {
  guard let sender = Sender.at(sender), let key = try? text(key, "key") else {
    release(action)
    return KMK_ERR_INVALID_ARGUMENT
  }
  return sender.with { $0.sendFromC(stealing: node(action), latest: key) }
}

@c @implementation public func kmk_sender_dismiss(_ sender: CHandle!) -> kmk_status {
  Sender.at(sender)?.object.dismissFromC() ?? KMK_ERR_INVALID_ARGUMENT
}

@c @implementation public func kmk_sender_fail(_ sender: CHandle!, _ message: CText!) {
  let failure = EffectFailure(lossyText(message) ?? "the effect failed")
  Sender.complete(sender) { $0.fail(failure) }
}

@c @implementation public func kmk_sender_fail_new(_ sender: CHandle!, _ error: CNewJSON!) {
  let failure = EffectFailure(reading: taken(error))
  Sender.complete(sender) { $0.fail(failure) }
}

@c @implementation public func kmk_sender_is_cancelled(_ sender: CHandle!) -> Bool {
  Sender.at(sender)?.with { $0.isStoppedForC } ?? false
}

@c @implementation public func kmk_sender_loop(_ sender: CHandle!) -> CHandle! {
  guard let loop = Sender.at(sender)?.object.heldLoop.object, loop.isCurrentThread, !loop.isGivenUp
  else { return nil }
  return (loop.handleIfAny?.object as? LoopHandle)?.borrowed()
}

@c @implementation
public func kmk_sender_finish(_ sender: CHandle!) { Sender.complete(sender) { $0.finish() } }
