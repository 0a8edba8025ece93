import Kumiki

/// The detail of a meeting, which may open three screens, one at a time.
struct Detail: Reducer {
  struct State: Codable, Equatable {
    var meeting: Meeting
    @PresentationState var destination: DetailDestination.State?
  }

  enum Action: Codable, Equatable {
    case cancelTapped
    /// For the parent.
    case delegate(Delegate)
    case deleteTapped
    case destination(PresentationAction<DetailDestination.Action>)
    case doneTapped
    case editTapped
    case recordTapped

    enum Delegate: Codable { case delete }
  }

  @Dependency(\.date) private var date

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .editTapped:
        state.destination = .edit(state.meeting)

      case .doneTapped:
        guard case .edit(let draft) = state.destination else { break }
        state.meeting = draft
        state.destination = nil

      case .cancelTapped:
        state.destination = nil

      case .deleteTapped:
        state.destination = .alert(Question(title: "Delete \(state.meeting.title)?"))

      case .recordTapped:
        state.destination = .record(
          Record.State(attendees: state.meeting.attendees, duration: state.meeting.duration))

      case .destination(.presented(.record(.delegate(.save)))):
        state.meeting.held.append(Int(date.now / 1_000_000_000))

      case .destination(.presented(.alert(.confirmDeletion))):
        return .send(.delegate(.delete))

      case .destination, .delegate:
        break
      }
      return .none
    }
    .ifLet(\.$destination, action: \.destination) { DetailDestination() }
  }
}

extension Detail.Action: CasePathable {
  struct AllCasePaths {
    let destination = CasePath(embed: Detail.Action.destination) {
      if case .destination(let action) = $0 { action } else { nil }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

struct DetailDestination: Reducer {
  enum State: Codable, Equatable {
    case alert(Question)
    case edit(Meeting)
    case record(Record.State)
  }

  enum Action: Codable, Equatable {
    case alert(Alert)
    case edit(MeetingForm.Action)
    case record(Record.Action)

    enum Alert: Codable { case confirmDeletion }
  }

  var body: some ReducerOf<Self> {
    Scope(state: \.edit, action: \.edit) { MeetingForm() }
    Scope(state: \.record, action: \.record) { Record() }
  }
}

extension DetailDestination.State: CasePathable {
  struct AllCasePaths {
    let edit = CasePath(embed: DetailDestination.State.edit) {
      if case .edit(let state) = $0 { state } else { nil }
    }
    let record = CasePath(embed: DetailDestination.State.record) {
      if case .record(let state) = $0 { state } else { nil }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension DetailDestination.Action: CasePathable {
  struct AllCasePaths {
    let edit = CasePath(embed: DetailDestination.Action.edit) {
      if case .edit(let action) = $0 { action } else { nil }
    }
    let record = CasePath(embed: DetailDestination.Action.record) {
      if case .record(let action) = $0 { action } else { nil }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}
