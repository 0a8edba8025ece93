public import CKumiki
internal import KumikiJSON

@c @implementation public func kmk_store_mailbox(_ store: CHandle!) -> CHandle! {
  withStore(store, orNull: nil) { try $0.mailbox().retained() }
}

@c @implementation
public func kmk_mailbox_post_new(_ mailbox: CHandle!, _ action: CNewJSON!) -> kmk_status {
  let action = taken(action)
  return answering(nil) { try Handle<Mailbox>.at(mailbox, "mailbox").post(action) }
}

@c @implementation public func kmk_mailbox_post_latest_new(
  _ mailbox: CHandle!, _ key: CText!, _ action: CNewJSON!
) -> kmk_status {
  let action = taken(action)
  return answering(nil) {
    try Handle<Mailbox>.at(mailbox, "mailbox").post(action, latest: text(key, "key"))
  }
}

@c @implementation
public func kmk_mailbox_free(_ mailbox: CHandle!) { Handle<Mailbox>.free(mailbox) }

@c @implementation
public func kmk_store_post_new(_ store: CHandle!, _ action: CNewJSON!) -> kmk_status {
  let action = taken(action)
  return answering(nil) { try Handle<StoreHandle>.at(store, "store").post(action) }
}
