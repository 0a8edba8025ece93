import Kumiki
import Testing

@Suite struct DismissTests {
  enum Host {
    struct State { @PresentationState var counter: Counter.State? }
    enum Action: Equatable, CasePathable {
      case counter(PresentationAction<Counter.Action>)

      struct AllCasePaths {
        let counter = CasePath(embed: Action.counter) {
          if case .counter(let action) = $0 { action } else { nil }
        }
      }
      static var allCasePaths: AllCasePaths { AllCasePaths() }
    }
  }

  static func host() throws -> StoreFixture<Host.State, Host.Action> {
    try StoreFixture(Host.State(counter: Counter.State())) {
      Reduce<Host.State, Host.Action> { _, _ in .none }
        .ifLet(\.$counter, action: \.counter) { Counter() }
    }
  }

  @Test("D70: dismiss, called in a child's effect, sends the dismiss action of its slot")
  func presented() throws {
    let fixture = try Self.host()
    fixture.send(.counter(.presented(.close)))
    try fixture.settle()
    #expect(fixture.actions == [.counter(.presented(.close)), .counter(.dismiss)])
    #expect(fixture.state.counter == nil)
    #expect(fixture.store.effectCount == 0)
    #expect(fixture.codes == [])
  }

  @Test("D72: without a presentation it is one dismiss-unavailable, and no action")
  func root() throws {
    let fixture = try StoreFixture(Counter.State()) { Counter() }
    fixture.send(.close)
    try fixture.settle()
    #expect(fixture.codes == [.dismissUnavailable])
    #expect(fixture.actions == [.close])
    #expect(fixture.state == Counter.State())
  }

  @Test("D74: when the call returns the action has been delivered and the caller is cancelled")
  func atOnce() throws {
    @Dependency(\.dismiss) var dismiss
    let events = Record<String>()
    let late = Late<StoreFixture<Host.State, Host.Action>>()
    let fixture = try StoreFixture(Host.State(counter: Counter.State())) {
      Reduce<Host.State, Host.Action> { _, _ in .none }
        .ifLet(\.$counter, action: \.counter) {
          Reduce<Counter.State, Counter.Action> { _, _ in
            .run { send in
              await dismiss()
              events("presented: \(late.value!.state.counter != nil)")
              events("cancelled: \(Task.isCancelled)")
              await send(.inc)
              await dismiss()
            }
          }
        }
    }
    late.value = fixture
    fixture.send(.counter(.presented(.close)))
    try fixture.settle()
    #expect(events.entries == ["presented: false", "cancelled: true"])
    #expect(fixture.actions == [.counter(.presented(.close)), .counter(.dismiss)])
    #expect(fixture.codes == [])
  }

  @Test("D77: isPresented is true exactly if dismiss would have a target")
  func isPresented() throws {
    @Dependency(\.isPresented) var isPresented
    let inEffect = Record<Bool>()
    let fixture = try StoreFixture(Host.State(counter: Counter.State())) {
      Reduce<Host.State, Host.Action> { _, _ in
        inEffect(isPresented)
        return .run { _ in inEffect(isPresented) }
      }
      .ifLet(\.$counter, action: \.counter) {
        Counter()
        Reduce<Counter.State, Counter.Action> { _, _ in .run { _ in inEffect(isPresented) } }
      }
    }
    fixture.send(.counter(.presented(.whoami)))
    try fixture.settle()
    #expect(fixture.state.counter?.isPresented == true)
    // The parent's step, then the bodies: the child's body was accepted first.
    #expect(inEffect.entries == [false, true, false])
  }
}
