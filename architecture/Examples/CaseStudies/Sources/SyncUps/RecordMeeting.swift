import KumikiArchitecture

/// A running meeting: each attendee speaks for some time, and the speech is written down.
@Reducer
struct RecordMeeting {
  @ObservableState
  struct State: Equatable {
    @Presents var alert: AlertState<Action.Alert>?
    var secondsElapsed = 0
    var speakerIndex = 0
    @Shared var syncUp: SyncUp
    var transcript = ""

    var durationRemaining: Duration { syncUp.duration - .seconds(secondsElapsed) }
  }

  enum Action {
    case alert(PresentationAction<Alert>)
    case endMeetingButtonTapped
    case onTask
    case speechResult(String)
    case timerTick

    @CasePathable
    enum Alert {
      case confirmDiscard
      case confirmSave
    }
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.date.now) var now
  @Dependency(\.dismiss) var dismiss
  @Dependency(\.speechClient) var speechClient
  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .alert(.presented(.confirmDiscard)):
        return .run { _ in await dismiss() }

      case .alert(.presented(.confirmSave)):
        return save(&state)

      case .alert:
        return .none

      case .endMeetingButtonTapped:
        state.alert = .endMeeting
        return .none

      case .onTask:
        return .run { send in
          await withTaskGroup(of: Void.self) { group in
            if speechClient.authorizationStatus() == .authorized {
              group.addTask { await listen(send) }
            }
            group.addTask {
              for await _ in clock.timer(interval: .seconds(1)) {
                await send(.timerTick)
              }
            }
          }
        }

      case .speechResult(let text):
        state.transcript = text
        return .none

      case .timerTick:
        guard state.alert == nil else { return .none }
        state.secondsElapsed += 1
        let perAttendee = Int(state.syncUp.durationPerAttendee.components.seconds)
        guard state.secondsElapsed.isMultiple(of: perAttendee) else { return .none }
        if state.durationRemaining <= .zero { return save(&state) }
        state.speakerIndex += 1
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }

  private func save(_ state: inout State) -> Effect<Action> {
    let meeting = Meeting(id: uuid(), date: now, transcript: state.transcript)
    state.$syncUp.withLock { _ = $0.meetings.insert(meeting, at: 0) }
    return .run { _ in await dismiss() }
  }

  private func listen(_ send: Send<Action>) async {
    do {
      for try await text in await speechClient.startTask() {
        await send(.speechResult(text))
      }
    } catch {
      await send(.speechResult("(nobody listened)"))
    }
  }
}

extension AlertState where Action == RecordMeeting.Action.Alert {
  static let endMeeting = Self {
    TextState("End meeting?")
  } actions: {
    ButtonState(action: .confirmSave) {
      TextState("Save and end")
    }
    ButtonState(role: .destructive, action: .confirmDiscard) {
      TextState("Discard")
    }
    ButtonState(role: .cancel) {
      TextState("Resume")
    }
  }
}
