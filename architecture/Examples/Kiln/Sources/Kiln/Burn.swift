import KumikiMacros

/// The fire: it burns hour by hour, and its heat is measured at the end of each hour.
@Reducer
struct Burn {
  @ObservableState
  struct State: Codable, Equatable {
    @Presents var alert: AlertState<Action.Alert>?
    @Shared(.burntHours) var burntHours
    @Shared var firing: Firing
    var hour = 0
    var isLit = false
  }

  enum Action: Codable, Equatable {
    case alert(PresentationAction<Alert>)
    case heat(Int)
    case hourPassed
    case light
    case noHeat(String)
    case putOut

    @CasePathable
    enum Alert: Codable, Equatable {
      case oneMoreHour
      case open(isHot: Bool)
    }
  }

  private enum CancelID { case fire, measure }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.dismiss) var dismiss
  @Dependency(\.pyrometer) var pyrometer

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .alert(.presented(.oneMoreHour)):
        state.$firing.withLock { $0.hours += 1 }
        return light(&state)
      case .alert(.presented(.open)):
        return .run { _ in await dismiss() }
      case .alert:
        return .none

      case .heat(let heat):
        state.$firing.withLock { $0.heats.append(heat) }
        if state.hour < state.firing.hours { return .none }
        state.isLit = false
        state.alert = .done(isHot: heat > 1000)
        return .cancel(id: CancelID.fire)

      case .hourPassed:
        state.hour += 1
        state.$burntHours.withLock { $0 += 1 }
        return .run { [hour = state.hour] send in
          await send(.heat(try await pyrometer.heat(hour: hour)))
        } catch: { error, send in
          await send(.noHeat("\(error)"))
        }
        .cancellable(id: CancelID.measure, cancelInFlight: true)

      case .light:
        return light(&state)

      case .noHeat(let why):
        state.isLit = false
        state.alert = AlertState {
          TextState("Nobody knows how hot it is")
        } message: {
          TextState(why)
        }
        return .cancel(id: CancelID.fire)

      case .putOut:
        state.isLit = false
        return .merge(.cancel(id: CancelID.fire), .cancel(id: CancelID.measure))
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }

  private func light(_ state: inout State) -> Effect<Action> {
    state.isLit = true
    return .run { send in
      for await _ in clock.timer(interval: .seconds(3600)) { await send(.hourPassed) }
    }
    .cancellable(id: CancelID.fire, cancelInFlight: true)
  }
}

extension AlertState where Action == Burn.Action.Alert {
  static func done(isHot: Bool) -> Self {
    AlertState {
      TextState("Done")
    } actions: {
      ButtonState(action: .open(isHot: isHot)) { TextState("Open") }
      ButtonState(role: .cancel, action: .oneMoreHour) { TextState("One more hour") }
    } message: {
      TextState("It is ") + TextState(isHot ? "hot" : "warm").bold()
    }
  }
}
