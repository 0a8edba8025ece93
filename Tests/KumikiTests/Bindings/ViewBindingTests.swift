import Kumiki
import Testing

/// Bindings of fields, of a slot and of a path, as widgets hold them.
@MainActor @Suite struct ViewBindingTests {
  typealias Fixture = StoreFixture<Form.State, Form.Action>

  @Test func `G10: a store's binding reads the field and sends one action per write`() throws {
    let fixture = try Fixture(Form.State()) { Form.reducer() }
    let name = fixture.views.binding(\.name)
    let volume = fixture.views.binding(\.$volume)
    name.value = "a"
    name.value = "b"
    volume.value = 3
    #expect(name.value == "b")
    #expect(volume.value == 3)
    #expect(
      fixture.actions == [
        .binding(.set(\.name, "a")), .binding(.set(\.name, "b")), .binding(.set(\.$volume, 3)),
      ])
    let view = ViewStore(fixture.views, observe: { $0 })
    view.binding(\.name).value = "c"
    view.binding(\.$volume).value = 4
    #expect(view.binding(\.name).value == "c")
    #expect(view.binding(\.$volume).value == 4)
    #expect(fixture.codes == [])
  }

  @Test("G6: a write that no binding reducer handles is one issue, and changes nothing")
  func unhandled() throws {
    let fixture = try Fixture(Form.State()) {
      Reduce<Form.State, Form.Action> { _, _ in .none }
    }
    fixture.views.binding(\.name).value = "Ann"
    #expect(fixture.codes == [.bindingUnhandled])
    #expect(fixture.issues.first?.actionCase == "binding")
    ViewStore(fixture.views, observe: { $0 }).binding(\.name).value = "Ann"
    #expect(fixture.codes == [.bindingUnhandled, .bindingUnhandled])
    #expect(fixture.state == Form.State())
  }

  @Test("G6: a write made while the store is busy is checked once it was handled")
  func busy() throws {
    let late = Late<Fixture>()
    for takes in [true, false] {
      let fixture = try Fixture(Form.State()) {
        Reduce<Form.State, Form.Action> { _, action in
          if action == .noop {
            MainActor.assumeIsolated { late.value?.views.binding(\.name).value = "later" }
          }
          return .none
        }
        if takes { BindingReducer() }
      }
      late.value = fixture
      fixture.send(.noop)
      try fixture.settle()
      #expect(fixture.state.name == (takes ? "later" : ""))
      #expect(fixture.codes == (takes ? [] : [.bindingUnhandled]))
    }
  }

  @Test func `C17: a write through a store whose state is gone is ignored`() throws {
    let fixture = try Fixture(Form.State(details: Details.State())) { Form.reducer() }
    let child = try #require(fixture.views.scope(state: \.details, action: \.details))
    fixture.send(.details(.dismiss))
    child.binding(\.note).value = "late"
    #expect(fixture.actions == [.details(.dismiss)])
    #expect(fixture.codes == [])
  }

  @Test func `G11: a binding inside a slot is an action of the presented feature`() throws {
    let fixture = try Fixture(Form.State(details: Details.State())) { Form.reducer() }
    let child = try #require(fixture.views.scope(state: \.details, action: \.details))
    child.binding(\.note).value = "inside"
    #expect(fixture.actions == [.details(.presented(.binding(.set(\.note, "inside"))))])
    #expect(fixture.state.details?.note == "inside")
    #expect(fixture.codes == [])
  }

  @Test func `G8: writing null dismisses, once; writing anything else does nothing`() throws {
    let fixture = try Fixture(Form.State(details: Details.State())) { Form.reducer() }
    let binding = fixture.views.binding(\.$details, action: \.details)
    #expect(binding.value == Details.State())
    binding.value = Details.State(note: "ignored")
    #expect(fixture.actions == [])
    binding.value = nil
    binding.value = nil
    #expect(fixture.actions == [.details(.dismiss)])
    #expect(fixture.state.details == nil)
    #expect(fixture.codes == [])
  }

  @Test func `G8: a binding dismisses only the presentation that it was made for`() throws {
    let fixture = try Fixture(Form.State(details: Details.State())) { Form.reducer() }
    let binding = fixture.views.binding(\.$details, action: \.details)
    fixture.send(.details(.dismiss))
    fixture.send(.open)
    binding.value = nil
    #expect(fixture.actions == [.details(.dismiss), .open])
    #expect(fixture.state.details != nil)
  }

  @Test func `G8: a presentation that stays after its dismissal is an issue`() throws {
    let fixture = try Fixture(Form.State(details: Details.State())) { Form.fields() }
    fixture.views.binding(\.$details, action: \.details).value = nil
    #expect(fixture.actions == [.details(.dismiss)])
    #expect(fixture.codes == [.dismissNotHandled])
    #expect(fixture.state.details != nil)
  }

  @Test(
    "G9: a longer path pushes its last element, a shorter path pops from the first missing element")
  func path() throws {
    let fixture = try Fixture(
      Form.State(path: [Details.State(note: "0"), Details.State(note: "1")])
    ) { Form.reducer() }
    let binding = fixture.views.binding(\.path, action: \.path)
    binding.value.append(Details.State(note: "2"))
    #expect(fixture.actions == [.path(.push(id: 2, state: Details.State(note: "2")))])
    #expect(fixture.state.path.ids == [0, 1, 2])
    binding.value.pop(from: 1)
    #expect(fixture.actions.last == .path(.popFrom(id: 1)))
    #expect(fixture.state.path.ids == [0])
    #expect(fixture.codes == [])
  }

  @Test func `G9: a path of equal length is an issue, and sends nothing`() throws {
    let fixture = try Fixture(Form.State(path: [Details.State(note: "0")])) { Form.reducer() }
    let binding = fixture.views.binding(\.path, action: \.path)
    binding.value[0].note = "written past the store"
    #expect(fixture.actions == [])
    #expect(fixture.codes == [.pathNotHandled])
    #expect(fixture.state.path[0].note == "0")
  }

  @Test func `G9: in the legacy dialect every write is setPath`() throws {
    let fixture = try Fixture(Form.State(path: [Details.State(note: "0")])) {
      Form.fields().navigationDestination(\.path, action: \.navigation) { Details() }
    }
    let binding = fixture.views.binding(\.path, action: \.navigation)
    var path = fixture.state.path
    path.removeAll()
    binding.value = path
    #expect(fixture.actions == [.navigation(.setPath([]))])
    #expect(fixture.state.path.isEmpty)
  }
}
