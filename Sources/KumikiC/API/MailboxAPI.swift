public import CKumiki

internal import KumikiJSON

@c @implementation public func kmk_store_mailbox(_ store: CHandle!) -> CHandle! {
  withStore(store, orNull: nil) { store in
    try store.check()
    return store.mailbox().retained()
  }
}

@c @implementation
public func kmk_mailbox_post_new(_ mailbox: CHandle!, _ action: CNewJSON!) -> kmk_status {
  post(action) { try Handle<Mailbox>.at(mailbox, "mailbox") }
}

@c @implementation
public func kmk_mailbox_free(_ mailbox: CHandle!) { Handle<Mailbox>.free(mailbox) }

@c @implementation
public func kmk_store_post_new(_ store: CHandle!, _ action: CNewJSON!) -> kmk_status {
  post(action) { try Handle<StoreHandle>.at(store, "store").mailbox() }
}

/// Posts an action, which is consumed even on failure.
@safe private func post(_ action: CNewJSON?, by mailbox: () throws -> Mailbox) -> kmk_status {
  let action = taken(action)
  return answering(nil) {
    let mailbox = try mailbox()
    let whole: JSON
    do { whole = try required(action, "action") } catch {
      mailbox.tellDropped(Failure(any: error))
      throw error
    }
    try mailbox.post(whole)
  }
}
