internal import CKumiki
internal import CKumikiCalls
internal import KumikiJSON

/// A saver, as held by C. One thread at a time uses it.
final class SaverHandle: HandleObject {
  override class var kind: StaticString? { "kmk_saver" }
  let saver: JSONSaver
  private let secrets: KeptSecrets
  private let keepsActions: Bool

  @safe init(_ options: CStructs<kmk_saver_options>?) throws {
    let options =
      try unsafe sized(
        options, "options", kumiki_default_saver_options, first: kumiki_first_saver_options,
        "; use KMK_SAVER_OPTIONS_INIT") ?? kumiki_default_saver_options
    let secrets = try unsafe KeptSecrets(options.secret_paths)
    self.secrets = secrets
    let bytes = unsafe options.history_bytes
    saver = unsafe JSONSaver(
      version: Int64(options.version),
      historyBytes: bytes == 0 ? 1 << 20 : Int(clamping: UInt(bitPattern: bytes)),
      hide: secrets.isEmpty ? nil : { secrets.kept(of: $0, at: $1) })
    keepsActions = unsafe options.keeps_actions
  }

  /// The saved form of a step; nil without memory.
  func kept(ofStep step: JSON) -> JSON? { secrets.kept(ofStep: step, asRecord: keepsActions) }
}

/// The places that a saver keeps out.
@safe private final class KeptSecrets {
  private let secrets: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>

  init(_ list: UnsafePointer<UnsafePointer<CChar>?>?) throws {
    if let malformed = unsafe kumiki_malformed_secret(list) {
      throw Failure.invalid(
        "expected in secret_paths a pointer (\"/a/b\") or a case path (\"a.b\") of less than 1024 bytes, found "
          + (lossyText(malformed) ?? ""))
    }
    guard let copy = unsafe kumiki_secrets_copy(list) else { throw Failure.noMemory }
    unsafe secrets = copy
  }

  deinit { unsafe kumiki_secrets_free(secrets) }

  var isEmpty: Bool { unsafe secrets.pointee == nil }

  func kept(of value: JSON, at path: String) -> JSON? {
    let kept = unsafe value.withNode { unsafe kumiki_kept_of_value(secrets, $0.pointer, path) }
    return unsafe kept.map { unsafe JSON(stealing: JSONNode($0)) }
  }

  func kept(ofStep step: JSON, asRecord: Bool) -> JSON? {
    let kept = unsafe step.withNode { unsafe kumiki_kept_of_step(secrets, $0.pointer, asRecord) }
    return unsafe kept.map { unsafe JSON(stealing: JSONNode($0)) }
  }
}
