import KumikiArchitecture

/// Memos that can be recorded, played one at a time, named and deleted.
@Reducer
struct VoiceMemos {
  @ObservableState
  struct State: Equatable {
    @Presents var alert: AlertState<Action.Alert>?
    @Presents var recordingMemo: RecordingMemo.State?
    var permission = Permission.undetermined
    var voiceMemos: IdentifiedArrayOf<VoiceMemo.State> = []

    enum Permission {
      case allowed
      case denied
      case undetermined
    }
  }

  enum Action: Sendable {
    case alert(PresentationAction<Alert>)
    case onDelete(IndexSet)
    case openSettingsButtonTapped
    case recordButtonTapped
    case recordPermissionResponse(Bool)
    case recordingMemo(PresentationAction<RecordingMemo.Action>)
    case voiceMemos(IdentifiedActionOf<VoiceMemo>)

    enum Alert: Equatable {}
  }

  @Dependency(\.audioRecorder.requestRecordPermission) var requestRecordPermission
  @Dependency(\.date) var date
  @Dependency(\.openURL) var openURL
  @Dependency(\.temporaryDirectory) var temporaryDirectory
  @Dependency(\.uuid) var uuid

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .alert:
        return .none

      case .onDelete(let offsets):
        state.voiceMemos.remove(atOffsets: offsets)
        return .none

      case .openSettingsButtonTapped:
        return .run { _ in
          await openURL(URL(string: "settings:microphone")!)
        }

      case .recordButtonTapped:
        switch state.permission {
        case .undetermined:
          return .run { send in
            await send(.recordPermissionResponse(requestRecordPermission()))
          }
        case .denied:
          state.alert = AlertState { TextState("The microphone may not be used.") }
          return .none
        case .allowed:
          state.recordingMemo = newRecording
          return .none
        }

      case .recordPermissionResponse(let isAllowed):
        state.permission = isAllowed ? .allowed : .denied
        if isAllowed {
          state.recordingMemo = newRecording
        } else {
          state.alert = AlertState { TextState("The microphone may not be used.") }
        }
        return .none

      case .recordingMemo(.presented(.delegate(.didFinish(.success(let recording))))):
        state.recordingMemo = nil
        state.voiceMemos.insert(
          VoiceMemo.State(date: recording.date, duration: recording.duration, url: recording.url),
          at: 0)
        return .none

      case .recordingMemo(.presented(.delegate(.didFinish(.failure)))):
        state.alert = AlertState { TextState("The memo could not be recorded.") }
        state.recordingMemo = nil
        return .none

      case .recordingMemo:
        return .none

      case .voiceMemos(.element(id: let id, action: .delegate(let action))):
        switch action {
        case .playbackFailed:
          state.alert = AlertState { TextState("The memo could not be played.") }
        case .playbackStarted:
          for other in state.voiceMemos.ids where other != id {
            state.voiceMemos[id: other]?.mode = .notPlaying
          }
        }
        return .none

      case .voiceMemos:
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
    .ifLet(\.$recordingMemo, action: \.recordingMemo) {
      RecordingMemo()
    }
    .forEach(\.voiceMemos, action: \.voiceMemos) {
      VoiceMemo()
    }
  }

  private var newRecording: RecordingMemo.State {
    RecordingMemo.State(
      date: date.now,
      url: temporaryDirectory()
        .appendingPathComponent(uuid().uuidString)
        .appendingPathExtension("m4a"))
  }
}
