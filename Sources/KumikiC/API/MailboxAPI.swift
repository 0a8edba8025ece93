public import CKumiki

internal import Kumiki
internal import KumikiJSON

@_cdecl("kmk_store_mailbox") @implementation
public func kmk_store_mailbox(_ store: OpaquePointer!) -> OpaquePointer! {
  guard let store = Handle<StoreHandle>.borrow(store), (try? store.check()) != nil else {
    return nil
  }
  return store.mailbox().retained()
}

@_cdecl("kmk_mailbox_post_new") @implementation
public func kmk_mailbox_post_new(
  _ mailbox: OpaquePointer!, _ action: UnsafeMutablePointer<json_t>!
) -> kmk_status {
  guard let action else { return KMK_ERR_INVALID_ARGUMENT }
  guard let mailbox = Handle<Mailbox>.borrow(mailbox) else {
    action.releaseDeep()
    return KMK_ERR_INVALID_ARGUMENT
  }
  return mailbox.post(stealing: action)
}

@_cdecl("kmk_mailbox_free") @implementation
public func kmk_mailbox_free(_ mailbox: OpaquePointer!) { Handle<Mailbox>.free(mailbox) }

@_cdecl("kmk_store_post_new") @implementation
public func kmk_store_post_new(
  _ store: OpaquePointer!, _ action: UnsafeMutablePointer<json_t>!
) -> kmk_status {
  guard let action else { return KMK_ERR_INVALID_ARGUMENT }
  guard let store = Handle<StoreHandle>.borrow(store) else {
    action.releaseDeep()
    return KMK_ERR_INVALID_ARGUMENT
  }
  return store.mailbox().post(stealing: action)
}
