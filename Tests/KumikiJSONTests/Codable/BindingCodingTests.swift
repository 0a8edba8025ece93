import Kumiki
import KumikiJSON
import Testing

/// The form of a binding action from C.
@Suite struct BindingCodingTests {
  struct State: Codable, Equatable {
    var name = ""
    var slashed = 0
    var empty = 0
    var tilde = 0
    @BindingState var volume = 0
    var address = Address()
    @BindingState var note: String?
  }

  struct Address: Codable, Equatable, BindableState {
    var street = ""
    static var bindingPaths: [BindingPath<Self>] { [.field("/street", \.street)] }
  }

  enum Action: Codable, Equatable, BindableAction {
    case binding(BindingAction<State>)
    case other
  }

  private static func read(_ json: JSON) throws -> Action {
    try JSONBridge.decode(Action.self, from: json)
  }

  private static func write(_ path: JSON, _ value: JSON) -> JSON {
    ["binding": ["path": path, "value": value]]
  }

  private final class Reported: @unchecked Sendable {
    var issues: [Kumiki.Issue] = []
  }

  /// The actions that a store reads from JSON, and the issues on the way.
  private static func reduce(_ actions: [JSON]) throws -> (State, [Kumiki.Issue]) {
    let loop = try Loop(.virtual)
    defer { loop.close() }
    let reported = Reported()
    loop.onIssue = { reported.issues.append($0) }
    let store = LoopStore<State, Action>(initialState: State(), loop: loop) { BindingReducer() }
    defer { store.end() }
    for action in actions { store.send(try read(action)) }
    return (store.state, reported.issues)
  }

  @Test func `G1: paths are JSON Pointers, as the state declares them`() throws {
    let (state, issues) = try Self.reduce([
      Self.write("/name", "Ann"), Self.write("/a~1b", 1), Self.write("/", 2), Self.write("/~0x", 3),
      Self.write("/volume", 4), Self.write("/address/street", "Lane"),
    ])
    #expect(
      state
        == State(
          name: "Ann", slashed: 1, empty: 2, tilde: 3, volume: 4, address: Address(street: "Lane")))
    #expect(issues.isEmpty)
    let (whole, _) = try Self.reduce([
      Self.write("", try JSONBridge.encode(State(name: "whole")))
    ])
    #expect(whole == State(name: "whole"))
  }

  @Test(
    "G7: an unknown path, and a mismatching value, are issues and change nothing",
    arguments: [
      ("/nope", JSON.null), ("/rows/-", 1), ("/volume", "loud"), ("/name", 3), ("/address/nope", 1),
    ])
  func failed(path: String, value: JSON) throws {
    let (state, issues) = try Self.reduce([Self.write(JSON(stringLiteral: path), value)])
    #expect(state == State())
    #expect(issues.map(\.code) == [.bindingFailed])
    #expect(issues.first?.statePath == path)
  }

  struct Item: Codable, Equatable, Identifiable, Sendable {
    var id: String
  }

  enum ListAction: BindableAction {
    case binding(BindingAction<Lists>)
  }

  struct Lists: Codable, Equatable, BindableState {
    var path = StackState<Int>()
    var rows: IdentifiedArrayOf<Item> = []
    static var bindingPaths: [BindingPath<Self>] {
      [.field("/path", \.path), .field("/rows", \.rows)]
    }
  }

  @Test(
    "G14: a binding that makes an id occur twice is one issue, the most specific one",
    arguments: [
      ("/path", #"[{"id":3,"element":0},{"id":3,"element":1}]"#),
      ("/rows", #"[{"id":"a"},{"id":"a"}]"#),
    ])
  func duplicates(path: String, value: String) throws {
    let action = try JSONBridge.decode(
      BindingAction<Lists>.self,
      from: ["path": JSON(stringLiteral: path), "value": JSONText.parse(value)])
    let loop = try Loop(.virtual)
    defer { loop.close() }
    let reported = Reported()
    loop.onIssue = { reported.issues.append($0) }
    let store = LoopStore<Lists, ListAction>(initialState: Lists(), loop: loop) {
      BindingReducer()
    }
    defer { store.end() }
    store.send(.binding(action))
    #expect(reported.issues.map(\.code) == [.duplicateElementID])
    #expect(reported.issues.first?.statePath == path)
    #expect(store.state == Lists())
  }

  @Test("G12: a view writes the declared fields; any other is reported with the nearest one")
  func unknownField() throws {
    let (state, issues) = try Self.reduce([Self.write("/nmae", "x")])
    #expect(state == State())
    #expect(issues.first?.code == .bindingFailed)
    #expect(issues.first?.message.contains("did you mean /name? there are \"\", /name,") == true)
  }

  @Test func `G13: a field that may be null may be absent`() throws {
    let (state, issues) = try Self.reduce([Self.write("/note", "x"), Self.write("/note", nil)])
    #expect(state == State())
    #expect(issues.isEmpty)
  }

  @Test func `G7: a value without the form of a binding action is refused immediately`() {
    let mismatches: [JSON] = [
      "binding", ["binding": ["path": "/name"]], ["binding": ["value": 1]],
      ["binding": ["path": 1, "value": 1]],
    ]
    for json in mismatches {
      #expect(throws: JSONError.self) { try Self.read(json) }
    }
  }

  @Test("G4: an action that is read equals a Swift view's write, and is written as it was read")
  func roundTrip() throws {
    let writes: [(Action, JSON)] = [
      (.binding(.set(\.name, "Ann")), Self.write("/name", "Ann")),
      (.binding(.set(\.$volume, 4)), Self.write("/volume", 4)),
      (.binding(.set(\.address.street, "Lane")), Self.write("/address/street", "Lane")),
      (.binding(.set(\.$note, nil)), Self.write("/note", nil)),
    ]
    for (action, json) in writes {
      #expect(try Self.read(json) == action)
      #expect(try JSONBridge.encode(action) == json)
    }
    #expect(try Self.read(Self.write("/nope", 1)) != Self.read(Self.write("/none", 1)))
    #expect(try Self.read("other") == .other)
  }

  @Test func `M9: a field without a path cannot be encoded`() {
    #expect(throws: JSONError.self) {
      try JSONBridge.encode(Action.binding(.set(\.address, Address(street: "x"))))
    }
  }

  @Test("D12: a marked field is its value in JSON, and an absent optional one is null")
  func marked() throws {
    let json = try JSONBridge.encode(State(volume: 3))
    #expect(json[key: "volume"]?.integer == 3)
    let read = try JSONBridge.decode(
      State.self,
      from: [
        "name": "", "slashed": 0, "empty": 0, "tilde": 0, "volume": 1, "address": ["street": ""],
      ])
    #expect(read == State(volume: 1))
  }
}

extension BindingCodingTests.State: BindableState {
  static var bindingPaths: [BindingPath<Self>] {
    [
      .field("", \.self), .field("/name", \.name), .field("/a~1b", \.slashed),
      .field("/", \.empty), .field("/~0x", \.tilde), .field("/volume", \.$volume),
      .field("/note", \.$note),
    ] + BindingPath.fields(below: "/address", \.address)
  }
}
