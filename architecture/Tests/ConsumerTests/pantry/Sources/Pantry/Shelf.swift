import ComposableArchitecture

/// A shelf of jars, which a supplier fills, and which are weighed and become stale.
@Reducer
public struct Shelf {
  @ObservableState
  public struct State: Equatable {
    @Presents public var alert: AlertState<Action.Alert>?
    public var jars: IdentifiedArrayOf<Jar>
    public var days = 0
    public var reading: Int?
    @Shared(.spent) public var spent

    public init(jars: IdentifiedArrayOf<Jar> = []) {
      self.jars = jars
    }
  }

  public enum Action: Sendable {
    case alert(PresentationAction<Alert>)
    case dayPassed
    case delivered(id: Jar.ID, grams: Int)
    case failed
    case measured(Int)
    case orderTapped(id: Jar.ID)
    case task
    case weighTapped

    @CasePathable
    public enum Alert: Equatable, Sendable {
      case askAgainTapped
    }
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.mainQueue) var mainQueue
  @Dependency(\.scale) var scale
  @Dependency(\.supplier) var supplier

  private enum CancelID { case days }

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .alert(.presented(.askAgainTapped)):
        return state.jars.first { $0.content == .nothing }.map { order($0) } ?? .none

      case .alert:
        return .none

      case .dayPassed:
        state.days += 1
        return state.days < 3 ? .none : .cancel(id: CancelID.days)

      case .delivered(let id, let grams):
        state.jars[id: id]?.content = .grams(grams)
        state.$spent.withLock { $0 += grams / 10 }
        return .none

      case .failed:
        return .none

      case .measured(let grams):
        state.reading = grams
        return .none

      case .orderTapped(let id):
        guard let jar = state.jars[id: id] else { return .none }
        guard supplier.isOpen() else {
          state.alert = .closed(jar.name)
          return .none
        }
        return order(jar)

      case .task:
        return .run { [clock] send in
          for await _ in clock.timer(interval: .seconds(1)) {
            await send(.dayPassed)
          }
        }
        .cancellable(id: CancelID.days)

      case .weighTapped:
        return .publisher { steady(scale.readings(), on: mainQueue).map(Action.measured) }
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }

  // A type may be qualified with the name of its original module.
  private func order(_ jar: Jar) -> ComposableArchitecture.Effect<Action> {
    .run { [supplier] send in
      let grams = try await supplier.deliver(name: jar.name, grams: 500)
      await send(.delivered(id: jar.id, grams: grams))
    } catch: { _, send in
      await send(.failed)
    }
  }
}
