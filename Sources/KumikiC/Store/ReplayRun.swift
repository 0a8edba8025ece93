internal import CKumiki
internal import CKumikiRecorder
internal import KumikiValues
internal import KumikiJSON

/// A run of a program in a log: from a header, with the checkpoint after it, to the next header.
struct ReplayRun {
  /// The line of the run's first checkpoint.
  let first: Int
  /// Counted from 1.
  let number: Int
  /// Added to the numbers of the run's steps, so that they follow the numbers of the previous run.
  let stepsBefore: UInt64
  /// Nil if nothing was kept out, and for a log whose hashes cover everything that was written.
  let secrets: JSONReplay.Secrets?
  /// The error of an unreadable header. Without the header the run's lines mean nothing.
  let problem: JSONError?
  /// Whether the replay reported the problem when it reached the header.
  let isProblemReported: Bool

  /// "run 2, from step 11 on,"
  var title: String { "run \(number), from step \(stepsBefore + 1) on," }

  /// "14 (step 4 of run 2)"
  func name(of step: UInt64) -> String {
    stepsBefore == 0 || step < stepsBefore
      ? "\(step)" : "\(step) (step \(step - stepsBefore) of run \(number))"
  }
}

/// The places that were kept out of a run's lines.
@safe struct ReplaySecrets {
  private let secrets: JSON

  /// Throws if `names` is not a list of secret places and case paths.
  init(_ names: JSON) throws(JSONError) {
    guard unsafe names.withNode({ unsafe kumiki_are_secrets($0.pointer) }) else {
      throw JSONError(
        .decode, path: "/secrets", message: "expected a list of secret places and case paths")
    }
    secrets = names
  }

  var changes: JSONReplay.Secrets {
    JSONReplay.Secrets(
      open: { self.changed($0, .null) }, bare: { self.changed($0, nil) },
      marked: { self.changed($0, .keptOut) },
      markedWrite: { self.changed($0, .keptOut, places: $1) })
  }

  /// Returns a line with another value instead of each secret, or without the secrets.
  private func changed(_ line: JSON, _ instead: JSONNode?, places: JSON? = nil) -> JSON? {
    let changed = withExtendedLifetime((line, places)) {
      unsafe secrets.withNode { secrets in
        unsafe kumiki_without_secrets(
          secrets.pointer, line.node.pointer, places?.node.pointer, instead?.pointer)
      }
    }
    return unsafe changed.map { unsafe JSON(stealing: JSONNode($0)) }
  }
}
