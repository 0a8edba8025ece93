public import CKumiki

internal import Kumiki
internal import KumikiJSON

private let versionText: StaticString = "0.1.0"

@_cdecl("kmk_version") @implementation
public func kmk_version() -> UnsafePointer<CChar>! {
  UnsafeRawPointer(versionText.utf8Start).assumingMemoryBound(to: CChar.self)
}

@_cdecl("kmk_json_retain") @implementation
public func kmk_json_retain(_ value: UnsafePointer<json_t>!) -> UnsafeMutablePointer<json_t>! {
  json_incref(node(value))
}

@_cdecl("kmk_json_release") @implementation
public func kmk_json_release(_ value: UnsafePointer<json_t>!) {
  node(value)?.releaseDeep()
}

@_cdecl("kmk_text_free") @implementation
public func kmk_text_free(_ text: UnsafeMutablePointer<CChar>!) {
  text?.deallocate()
}

@_cdecl("kmk_live_objects") @implementation
public func kmk_live_objects() -> Int { LiveObjects.count }

@_cdecl("kmk_status_name") @implementation
public func kmk_status_name(_ status: kmk_status) -> UnsafePointer<CChar>! {
  let name: StaticString =
    switch status {
    case KMK_OK: "KMK_OK"
    case KMK_ERR_INVALID_ARGUMENT: "KMK_ERR_INVALID_ARGUMENT"
    case KMK_ERR_JSON: "KMK_ERR_JSON"
    case KMK_ERR_DECODE: "KMK_ERR_DECODE"
    case KMK_ERR_UNKNOWN_FEATURE: "KMK_ERR_UNKNOWN_FEATURE"
    case KMK_ERR_NOT_FOUND: "KMK_ERR_NOT_FOUND"
    case KMK_ERR_WRONG_THREAD: "KMK_ERR_WRONG_THREAD"
    case KMK_ERR_NO_MEMORY: "KMK_ERR_NO_MEMORY"
    case KMK_ERR_TOO_DEEP: "KMK_ERR_TOO_DEEP"
    case KMK_ERR_CLOSED: "KMK_ERR_CLOSED"
    case KMK_ERR_BUSY: "KMK_ERR_BUSY"
    case KMK_ERR_TIMEOUT: "KMK_ERR_TIMEOUT"
    default: "unknown"
    }
  return UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
}
