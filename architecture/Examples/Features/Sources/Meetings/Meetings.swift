import Kumiki

/// A small app: a list whose meetings open a detail. The detail opens a form, an alert, or a
/// recording, which asks with an alert whether to end.
///
/// Each feature knows the features that it opens, but not its parent. The same app in C is
/// examples-c/meetings.
struct Meetings: Reducer {
  struct State: Codable, Equatable {
    var meetings: IdentifiedArrayOf<Meeting> = [
      Meeting(id: "design", title: "Design", duration: 4, attendees: ["Ada", "Grace"])
    ]
    @PresentationState var destination: MeetingsDestination.State?
  }

  enum Action: Codable, Equatable {
    case addTapped
    case confirmAddTapped
    case destination(PresentationAction<MeetingsDestination.Action>)
    case meetingTapped(Meeting.ID)
  }

  @Dependency(\.uuid) private var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addTapped:
        state.destination = .add(Meeting(id: uuid().description))

      case .confirmAddTapped:
        guard case .add(let draft) = state.destination else { break }
        state.meetings.append(draft)
        state.destination = nil

      case .meetingTapped(let id):
        guard let meeting = state.meetings[id: id] else { break }
        state.destination = .detail(Detail.State(meeting: meeting))

      case .destination(.presented(.detail(let action))):
        guard case .detail(let detail) = state.destination else { break }
        if action == .delegate(.delete) {
          state.meetings.remove(id: detail.meeting.id)
          state.destination = nil
        } else {
          // Changes in the detail appear in the list immediately.
          state.meetings[id: detail.meeting.id] = detail.meeting
        }

      case .destination:
        break
      }
      return .none
    }
    .ifLet(\.$destination, action: \.destination) { MeetingsDestination() }
  }
}

extension Meetings.Action: CasePathable {
  struct AllCasePaths {
    let destination = CasePath(embed: Meetings.Action.destination) {
      if case .destination(let action) = $0 { action } else { nil }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

struct MeetingsDestination: Reducer {
  enum State: Codable, Equatable {
    case add(Meeting)
    case detail(Detail.State)
  }

  enum Action: Codable, Equatable {
    case add(MeetingForm.Action)
    case detail(Detail.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.add, action: \.add) { MeetingForm() }
    Scope(state: \.detail, action: \.detail) { Detail() }
  }
}

extension MeetingsDestination.State: CasePathable {
  struct AllCasePaths {
    let add = CasePath(embed: MeetingsDestination.State.add) {
      if case .add(let state) = $0 { state } else { nil }
    }
    let detail = CasePath(embed: MeetingsDestination.State.detail) {
      if case .detail(let state) = $0 { state } else { nil }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension MeetingsDestination.Action: CasePathable {
  struct AllCasePaths {
    let add = CasePath(embed: MeetingsDestination.Action.add) {
      if case .add(let action) = $0 { action } else { nil }
    }
    let detail = CasePath(embed: MeetingsDestination.Action.detail) {
      if case .detail(let action) = $0 { action } else { nil }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}
