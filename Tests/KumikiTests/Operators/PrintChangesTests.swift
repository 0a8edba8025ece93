import Kumiki
import Testing

@Suite struct PrintChangesTests {
  /// Runs a script with effects, and returns all results.
  private static func run(
    _ reducer: some Reducer<Counter.State, Counter.Action>
  ) throws -> (Counter.State, [Handled<Counter.Action>]) {
    let fixture = try StoreFixture(Counter.State()) { reducer }
    fixture.send(.inc)
    fixture.send(.startTimer)
    fixture.send(.incAfter(1))
    try fixture.advance(seconds: 2)
    fixture.send(.stopTimer)
    fixture.send(.whoami)
    try fixture.advance(seconds: 2)
    return (fixture.state, fixture.timeline)
  }

  @Test func `A27: printing affects neither the state nor the effects nor their order`() throws {
    let texts = Record<String>()
    let plain = try Self.run(Counter())
    let printed = try Self.run(Counter().printChanges(to: ChangePrinter { texts($0) }))
    #expect(printed.0 == plain.0)
    #expect(printed.1 == plain.1)
    #expect(texts.entries.count == plain.1.count)
  }

  @Test("A27, A52: it prints the action with its payload, and each place that differs")
  func text() throws {
    let texts = Record<String>()
    let fixture = try StoreFixture(Counter.State()) {
      Counter().printChanges("counter", to: ChangePrinter { texts($0) })
    }
    fixture.send(.set(7))
    fixture.send(.stopTimer)
    fixture.send(.whoami)
    #expect(
      texts.entries == [
        "counter: received set: 7\n  - /count: 0\n  + /count: 7\n",
        "counter: received stopTimer\n  (no change)\n",
        "counter: received whoami\n  + /isPresented: false\n",
      ])
  }

  @Test func `A52: it shows payloads and the ids of rows`() throws {
    let texts = Record<String>()
    let fixture = try StoreFixture(0) {
      Reduce<Int, Outer> { _, _ in .none }.printChanges(to: ChangePrinter { texts($0) })
    }
    for action: Outer in [
      .rows(.element(id: 7, action: .rename("Bob"))), .rows(.element(id: 7, action: .tap)),
      .move(from: 0, to: 2), .rows(.element(id: 8, action: .binding(.set(\.name, "x")))),
    ] {
      fixture.send(action)
    }
    let first = texts.entries.map { $0.prefix { $0 != "\n" } }
    #expect(
      first == [
        #"received rows.element[7].rename: "Bob""#, "received rows.element[7].tap",
        "received move: (from: 0, to: 2)",
        #"received rows.element[8].binding: \Screen.name = "x""#,
      ])
  }

  enum Outer {
    case rows(IdentifiedAction<Int, Inner>)
    case move(from: Int, to: Int)
  }

  enum Inner {
    case rename(String)
    case tap
    case binding(BindingAction<Screen>)
  }

  @Test func `A52: for an alert it shows the texts that a user sees, and nothing else`() throws {
    let texts = Record<String>()
    let fixture = try StoreFixture(AlertState<Int>?.none) {
      Reduce<AlertState<Int>?, Int> { alert, number in
        alert = AlertState {
          TextState("Title \(number)")
        } actions: {
          ButtonState(action: number) { TextState("OK") }
        }
        return .none
      }
      .printChanges(to: ChangePrinter { texts($0) })
    }
    fixture.send(1)
    fixture.send(2)
    #expect(texts.entries.count == 2)
    for text in texts.entries {
      #expect(text.contains("Title") && !text.contains("mark") && !text.contains("serial"))
    }
  }

  @Test func `A27: without a printer nothing is printed, under the other name too`() throws {
    let (state, _) = try Self.run(Counter()._printChanges(nil))
    #expect(state.count == 4)
  }

  struct Screen: Equatable {
    var name = "x"
    var tags: Set<String> = ["a", "b"]
    var sizes: [String: Int] = [:]
    @PresentationState var sheet: Sheet?
    var path = StackState<Row>()
    var rows: IdentifiedArrayOf<Row> = []
    @Boxed var deeper: Row?
  }
  enum Sheet: Equatable {
    case counter(Row)
    case note(String)
    case empty
  }
  struct Row: Equatable, Identifiable {
    var id = 0
    var text = ""
  }

  @Test func `A27: places go through slots, paths, rows, boxes and cases`() throws {
    var old = Screen()
    var new = old
    #expect(StateDiff.lines(old, new).isEmpty)
    new.sheet = .counter(Row(id: 1, text: "one"))
    new.rows = [Row(id: 5)]
    new.tags = ["b", "c"]
    #expect(
      StateDiff.lines(old, new).filter { !$0.contains("/tags") } == [
        "+ /sheet/counter/id: 1", "+ /sheet/counter/text: \"one\"", "+ /rows/0/id: 5",
        "+ /rows/0/text: \"\"",
      ])
    #expect(StateDiff.lines(old, new).count { $0.contains(" /tags: ") } == 2)
    old = new
    new.sheet = .note("two")
    new.deeper = Row(id: 9)
    new.sizes["s"] = 3
    #expect(
      StateDiff.lines(old, new) == [
        "+ /sizes/s: 3", "- /sheet/counter/id: 1", "- /sheet/counter/text: \"one\"",
        "+ /sheet/note: \"two\"", "+ /deeper/id: 9", "+ /deeper/text: \"\"",
      ])
    old = new
    new.path.append(Row(id: 2))
    new.rows[id: 5]?.text = "five"
    new.sheet = nil
    let lines = StateDiff.lines(old, new)
    #expect(lines.contains("- /sheet/note: \"two\""))
    #expect(lines.contains("+ /path/0/element/id: 2"))
    #expect(lines.contains("+ /rows/0/text: \"five\""))
  }

  @Test("A27, L3: a state a thousand levels deep is printed, down to its change")
  func deep() throws {
    let texts = Record<String>()
    let fixture = try StoreFixture(Nest.State(levels: 1_000)) {
      Nest.recursive().printChanges(to: ChangePrinter { texts($0) })
    }
    fixture.send(Nest.Action.inc.at(depth: 999))
    let place = String(repeating: "/child", count: 999) + "/count"
    #expect(texts.entries.first?.contains("\n  - \(place): 0\n  + \(place): 1\n") == true)
  }
}
