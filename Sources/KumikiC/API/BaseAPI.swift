public import CKumiki
internal import KumikiValues
internal import KumikiJSON

private let versionText: StaticString = "0.4.0"

@c @implementation public func kmk_version() -> CText! {
  constant(versionText)
}

@c @implementation public func kmk_json_retain(_ value: CJSON!) -> CNewJSON! {
  retained(value)
}

@c @implementation public func kmk_json_release(_ value: CJSON!) {
  node(value)?.releaseDeep()
}

@c @implementation public func kmk_json_parse(
  _ text: CText!, _ length: Int, _ error: CError!
) -> CNewJSON! {
  answering(orNull: error) {
    // -1 is SIZE_MAX, because Swift imports size_t as Int.
    new(try JSONText.parseNode(bytes(text, length == -1 ? nil : length, "text")))
  }
}

@c @implementation public func kmk_json_patched(
  _ value: CJSON!, _ patch: CJSON!, _ error: CError!
) -> CNewJSON! {
  answering(orNull: error) {
    let (value, patch) = (try json(value, "value"), try json(patch, "patch"))
    return new(try JSONPatchOperations(patch).applied(to: value).retained())
  }
}

@c @implementation public func kmk_json_text(_ value: CJSON!, _ json_dumps_flags: Int) -> CNewText!
{
  guard let value = borrowed(value) else { return nil }
  return try? value.copyText(flags: json_dumps_flags)
}

@c @implementation public func kmk_text_free(_ text: CNewText!) {
  freeText(text)
}

@c @implementation public func kmk_live_objects() -> Int { LiveObjects.count }

@c @implementation public func kmk_error_read(
  _ error: CStructs<kmk_error>!, _ details: COut<kmk_error_details>!, _ size: Int
) {
  fill(details, size: size, with: CutFailure.details(of: error))
}

@c @implementation public func kmk_diagnostic_read(
  _ diagnostic: CStructs<kmk_diagnostic>!, _ copy: COut<kmk_diagnostic>!, _ size: Int
) {
  fill(copy, size: size, with: whole(diagnostic))
}

@c @implementation public func kmk_status_name(_ status: kmk_status) -> CText! {
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
    case KMK_ERR_LIMIT: "KMK_ERR_LIMIT"
    case KMK_ERR_NOT_ALLOWED: "KMK_ERR_NOT_ALLOWED"
    default: "unknown"
    }
  return constant(name)
}
