import Kumiki
import Testing

@MainActor @Suite struct BindingReducerTests {
  typealias Write = BindingAction<Form.State>

  @Test func `G1: a binding action writes the field that its key path names`() throws {
    let fixture = try StoreFixture(Form.State()) { Form.reducer() }
    fixture.send(.binding(.set(\.name, "Ann")))
    fixture.send(.binding(.set(\.$volume, 7)))
    fixture.send(.binding(.set(\.address.street, "Long Lane")))
    #expect(fixture.state.name == "Ann")
    #expect(fixture.state.volume == 7)
    #expect(fixture.state.address == Form.Address(street: "Long Lane", number: 0))
    fixture.send(.binding(.set(\.self, Form.State(name: "whole"))))
    #expect(fixture.state.name == "whole")
    #expect(fixture.state.volume == 0)
  }

  @Test func `G1: an action that writes a field is made of its key path and the value`() {
    let action = Form.Action.set(\.name, "Ann")
    #expect(action == .binding(.set(\.name, "Ann")))
  }

  @Test("G2: reducers listed before it see the old value, reducers after it the new value")
  func order() throws {
    let fixture = try StoreFixture(Form.State(name: "old")) { Form.reducer() }
    fixture.send(.binding(.set(\.name, "new")))
    #expect(fixture.state.before == "old")
    #expect(fixture.state.after == "new")
  }

  @Test func `G3: it returns no effect, and ignores every other action`() throws {
    let fixture = try StoreFixture(Details.State(note: "x")) {
      BindingReducer<Details.State, Details.Action, Details.Action>()
    }
    #expect(fixture.send(.deeper(.binding(.set(\.note, "y")))).isFinished)
    #expect(fixture.state == Details.State(note: "x"))
    #expect(fixture.send(.binding(.set(\.note, "y"))).isFinished)
    #expect(fixture.state.note == "y")
  }

  @Test func `G4: a reducer can match the field, and the field with a value`() throws {
    let matched = Record<String>()
    let fixture = try StoreFixture(Form.State()) {
      Reduce<Form.State, Form.Action> { _, action in
        switch action {
        case .binding(.set(\.name, "root")): matched("root")
        case .binding(\.name): matched("name")
        case .binding(\.$volume): matched("volume")
        case .binding: matched("other")
        default: break
        }
        return .none
      }
    }
    fixture.send(.binding(.set(\.name, "root")))
    fixture.send(.binding(.set(\.name, "user")))
    fixture.send(.binding(.set(\.$volume, 1)))
    fixture.send(.binding(.set(\.address.number, 1)))
    #expect(matched.entries == ["root", "name", "volume", "other"])
  }

  @Test func `G4: two binding actions are equal if their paths and values are equal`() {
    #expect(Write.set(\.name, "a") == .set(\.name, "a"))
    #expect(Write.set(\.name, "a") != .set(\.name, "b"))
    #expect(Write.set(\.before, "a") != .set(\.name, "a"))
    #expect(Write.set(\.$volume, 1) == .set(\.$volume, 1))
    #expect(Write.set(\.address.number, 1) != .set(\.$volume, 1))
    #expect(Write.set(\.name, "a").value as? String == "a")
    #expect(Write.set(\.$volume, 3).value as? Int == 3)
    #expect(Write.set(\.name, "a").keyPath == \Form.State.name)
  }

  @Test func `G5: an equal value is an action all the same, and no change for a view`() throws {
    let fixture = try StoreFixture(Form.State(name: "x", before: "x", after: "x")) {
      Form.reducer()
    }
    let view = ViewStore(fixture.views, observe: { $0 })
    var told: [String] = []
    let subscription = view.subscribe { told.append($0.name) }
    fixture.send(.binding(.set(\.name, "x")))
    #expect(fixture.actions == [.binding(.set(\.name, "x"))])
    #expect(told == ["x"])
    fixture.send(.binding(.set(\.name, "y")))
    #expect(told == ["x", "y"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `L8: a binding at any level of a recursion writes only that level`() throws {
    let state = Details.State(
      note: "1", deeper: Details.State(note: "2", deeper: Details.State(note: "3")))
    let fixture = try StoreFixture(state) { Details() }
    fixture.send(.deeper(.deeper(.binding(.set(\.note, "deep")))))
    #expect(
      fixture.state
        == Details.State(
          note: "1", deeper: Details.State(note: "2", deeper: Details.State(note: "deep"))))
    fixture.send(.deeper(.binding(.set(\.note, "middle"))))
    fixture.send(.binding(.set(\.note, "top")))
    #expect(fixture.state.note == "top")
    #expect(fixture.state.deeper?.note == "middle")
    #expect(fixture.state.deeper?.deeper?.note == "deep")
    #expect(fixture.codes == [])
  }

  enum Outer: CasePathable {
    case view(Form.Action)
    case other

    struct AllCasePaths {
      let view = CasePath(embed: Outer.view) {
        if case .view(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  @Test("G2: it accepts the writes of one case, if the feature's views have their own case")
  func caseOfViews() throws {
    let fixture = try StoreFixture<Form.State, Outer>(Form.State()) {
      BindingReducer(action: \.view)
    }
    fixture.send(.view(.binding(.set(\.name, "seen"))))
    fixture.send(.other)
    #expect(fixture.state.name == "seen")
  }
}
