import Kumiki
import Testing

@MainActor @Suite struct TransactionTests {
  private struct Feature: Reducer {
    struct State: Equatable { var count = 0 }
    enum Action: Equatable { case inc, now, later, chain, plain, close }

    @Dependency(\.dismiss) var dismiss

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .inc: state.count += 1
      case .now: return .send(.inc, animation: .easeIn)
      case .later:
        return .run { send in
          await send(.inc, animation: .linear)
          await send(.inc)
          await send(.inc, transaction: Transaction(animation: .bouncy))
        }
      case .chain:
        return .concatenate(.run { await $0(.inc) }, .send(.inc)).animation(.snappy)
      case .plain: return .send(.inc)
      case .close: return .run { [dismiss] _ in await dismiss(animation: .smooth) }
      }
      return .none
    }
  }

  /// The values that observers find, burst by burst, when the count changes.
  @MainActor private final class Watch {
    let fixture: StoreFixture<Feature.State, Feature.Action>
    private var subscription: Subscription?
    var found: [Animation?] = []

    init() throws {
      fixture = try StoreFixture(Feature.State()) { Feature() }
      var last = 0
      subscription = fixture.views.subscribe { [unowned self] state in
        if state.count != last { found.append(Transaction.current.animation) }
        last = state.count
      }
    }
  }

  @Test func `X10: observers find the animation of the action sent to the store`() throws {
    let watch = try Watch()
    watch.fixture.views.send(.inc, animation: .default)
    watch.fixture.views.send(.inc)
    withAnimation(.spring(duration: 1)) { _ = watch.fixture.views.send(.inc) }
    #expect(watch.found == [.default, nil, .spring(response: 1, dampingFraction: 1)])
    #expect(Transaction.current == Transaction())
  }

  @Test func `X10: and the animation of an effect's action, for that action only`() throws {
    let watch = try Watch()
    watch.fixture.send(.now)
    watch.fixture.send(.plain)
    #expect(watch.found == [.easeIn, nil])
    watch.fixture.send(.later)
    try watch.fixture.advance(seconds: 0)
    #expect(watch.found == [.easeIn, nil, .linear, nil, .bouncy])
    watch.fixture.send(.inc)
    #expect(watch.found.last == .some(nil))
  }

  @Test func `X10: and the animation around an effect, for all its sends`() throws {
    let watch = try Watch()
    watch.fixture.send(.chain)
    try watch.fixture.advance(seconds: 0)
    #expect(watch.found == [.snappy, .snappy])
    watch.fixture.send(.plain)
    #expect(watch.found.last == .some(nil))
  }

  @Test(
    "X10: an effect sent with an animation inside a send with another ends with its burst")
  func nested() throws {
    let watch = try Watch()
    watch.fixture.views.send(.now, animation: .linear)
    #expect(watch.found == [.easeIn])
    withAnimation(.bouncy) {
      watch.fixture.send(.now)
      #expect(Transaction.current.animation == .bouncy)
    }
    #expect(Transaction.current.animation == nil)
  }

  @Test func `X10: an animation is a value that a view layer reads`() {
    let animation = Animation.easeInOut(duration: 2).delay(1).speed(2).repeatCount(3)
    #expect(animation.curve == .bezier(x1: 0.42, y1: 0, x2: 0.58, y2: 1, duration: 2))
    #expect(animation.delay == 1 && animation.speed == 2)
    #expect(animation.repeatCount == 3 && animation.autoreverses)
    #expect(Animation.linear.repeatForever(autoreverses: false).repeatCount == nil)
    #expect(
      Animation.interpolatingSpring(stiffness: 3_000, damping: 40).curve
        == .physicalSpring(mass: 1, stiffness: 3_000, damping: 40, initialVelocity: 0))
  }
}
