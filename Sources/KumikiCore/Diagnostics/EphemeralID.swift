/// Distinguishes two alerts, dialogs or buttons with equal contents.
public struct EphemeralID: Hashable, Sendable {
  fileprivate let serial: UInt64
}

/// Stores an id that equality and hashing ignore.
package struct EphemeralMark: Hashable, Sendable, DiffIgnored {
  private let serial = Serial.next()

  package init() {}

  package var id: EphemeralID { EphemeralID(serial: serial) }

  package static func == (_: Self, _: Self) -> Bool { true }
  package func hash(into _: inout Hasher) {}
}
