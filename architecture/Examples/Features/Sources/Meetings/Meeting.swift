import Kumiki

struct Meeting: Codable, Equatable, Identifiable {
  let id: String
  var title = ""
  /// In seconds.
  var duration = 5
  var attendees: [String] = []
  /// The times at which it was held, in seconds.
  var held: [Int] = []
}

/// A question that disappears when one of its buttons is pressed.
struct Question: EphemeralState, Codable, Equatable {
  var title: String
}

/// A draft of a meeting. The parent decides whether the draft is kept.
struct MeetingForm: Reducer {
  typealias State = Meeting

  enum Action: Codable, Equatable {
    case addAttendee(String)
    case setDuration(Int)
    case setTitle(String)
  }

  func reduce(into state: inout Meeting, action: Action) -> Effect<Action> {
    switch action {
    case .setTitle(let title): state.title = title
    case .setDuration(let seconds): if seconds > 0 { state.duration = seconds }
    case .addAttendee(let name): state.attendees.append(name)
    }
    return .none
  }
}
