internal import CKumiki
internal import CKumikiCalls
internal import CKumikiRecorder
internal import KumikiJSON

/// A saver as held by C. Only one thread at a time uses it.
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

  /// Returns the saved form of a step; nil if memory is short.
  func kept(ofStep step: JSON) throws(JSONError) -> JSON? {
    secrets.kept(ofStep: try saver.lasting(step: step), asRecord: keepsActions)
  }
}

/// The places that a saver keeps out of its output.
@safe private struct KeptSecrets {
  private let secrets: JSON

  init(_ list: UnsafePointer<UnsafePointer<CChar>?>?) throws {
    if let malformed = unsafe kumiki_malformed_secret(list) {
      throw Failure.invalid(
        "expected in secret_paths a pointer (\"/a/b\") or a case path (\"a.b\") of less than 1024 bytes, found "
          + (lossyText(malformed) ?? ""))
    }
    guard let copy = unsafe kumiki_secrets_new(list) else { throw Failure.noMemory }
    secrets = unsafe JSON(stealing: JSONNode(copy))
  }

  var isEmpty: Bool { secrets.count == 0 }

  func kept(of value: JSON, at path: String) -> JSON? {
    changed(value) { unsafe kumiki_kept_of_value($0.pointer, $1.pointer, path) }
  }

  func kept(ofStep step: JSON, asRecord: Bool) -> JSON? {
    changed(step) { unsafe kumiki_kept_of_step($0.pointer, $1.pointer, asRecord) }
  }

  private func changed(_ value: JSON, _ change: (JSONNode, JSONNode) -> CNewJSON?) -> JSON? {
    let kept = unsafe secrets.withNode { secrets in
      unsafe value.withNode { unsafe change(secrets, $0) }
    }
    return unsafe kept.map { unsafe JSON(stealing: JSONNode($0)) }
  }
}
