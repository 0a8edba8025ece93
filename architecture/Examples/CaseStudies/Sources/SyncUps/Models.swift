import KumikiArchitecture

/// A recurring meeting.
struct SyncUp: Codable, Equatable, Identifiable, Sendable {
  let id: UUID
  var attendees: IdentifiedArrayOf<Attendee> = []
  var duration: Duration = .seconds(60 * 5)
  var meetings: IdentifiedArrayOf<Meeting> = []
  var title = ""

  var durationPerAttendee: Duration { duration / max(attendees.count, 1) }
}

struct Attendee: Codable, Equatable, Identifiable, Sendable {
  let id: UUID
  var name = ""
}

/// One past meeting.
struct Meeting: Codable, Equatable, Identifiable, Sendable {
  let id: UUID
  let date: Date
  var transcript: String
}

extension SharedKey where Self == FileStorageKey<IdentifiedArrayOf<SyncUp>>.Default {
  static var syncUps: Self {
    Self[.fileStorage(.documentsDirectory.appending(component: "sync-ups.json")), default: []]
  }
}

extension SyncUp {
  static let mock = Self(
    id: UUID(-1),
    attendees: [
      Attendee(id: UUID(-2), name: "Blob"),
      Attendee(id: UUID(-3), name: "Blob Jr"),
    ],
    duration: .seconds(6),
    title: "Design")
}
