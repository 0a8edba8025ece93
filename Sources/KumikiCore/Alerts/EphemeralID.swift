/// Distinguishes two alerts, dialogs or buttons with the same contents.
public struct EphemeralID: Hashable, Sendable {
  fileprivate let serial: UInt64
}

/// Holds an id that equality and hashing ignore.
struct EphemeralMark: Hashable, Sendable {
  private let serial = Serial.next()

  var id: EphemeralID { EphemeralID(serial: serial) }

  static func == (_: Self, _: Self) -> Bool { true }
  func hash(into _: inout Hasher) {}
}
