import CJansson
import Kumiki
import Testing

@testable import KumikiJSON

/// A store of a JSON feature on a virtual loop of its own, with what its loop was told.
///
///     let fixture = try JSONFixture(["count": 0], JSONFixture.writer())
///     try fixture.send(.set("/count", 1))
///     #expect(fixture.state == ["count": 1])
///
/// Everything that tests of JSON stores need of this target's package API is used in here.
final class JSONFixture {
  let loop: Loop
  let document: JSONDocument
  private let feature: JSONFeature
  private let reported: Reported
  private var owned: Store<JSONState, JSONAction>?

  private final class Reported: @unchecked Sendable { var issues: [Kumiki.Issue] = [] }

  /// What a watcher heard of the bursts.
  final class Watch {
    fileprivate(set) var count = 0
  }

  init(_ state: JSON, _ reducer: JSONReducer) throws {
    let loop = try Loop(.virtual)
    let reported = Reported()
    loop.onIssue = { reported.issues.append($0) }
    self.loop = loop
    self.reported = reported
    feature = JSONFeature(reducer)
    let (store, document) = try feature.makeStore(
      state, table: EffectTable(loop: loop), update: nil)
    self.document = document
    store.onCommit { [document] _ in document.notifyWatchers() }
    owned = store
  }

  deinit {
    owned?.end()
    document.forgetWatchers()
    owned = nil
    loop.close()
  }

  var store: Store<JSONState, JSONAction> { owned! }
  var state: JSON { document.snapshot }
  var issues: [Kumiki.Issue] { reported.issues }
  var codes: [Kumiki.Issue.Code] { issues.map(\.code) }
  var effectCount: Int { store.effectCount }

  /// Sends an action, as C does.
  /// - Throws: what does not fit in it.
  func send(_ action: JSON) throws { store.send(try feature.checked(action)) }

  /// Sends an action from a test that must not go on without it.
  func run(_ commands: Command...) throws { for each in commands { try send(each.json) } }

  func settle() throws { try loop.runUntilIdle(timeoutMilliseconds: 0) }
  func advance(seconds: UInt64) throws { try loop.advance(by: seconds * 1_000_000_000) }

  subscript(_ pointer: String) -> JSON? { (try? JSONPointer(pointer)).flatMap { state[$0] } }

  /// The id of what is presented in the slot at a pointer.
  func presented(_ pointer: String) throws -> String? {
    document.slotIdentity(at: try JSONPointer(pointer))?.id
  }

  /// Counts in how many bursts a place was written.
  func watch(_ pointer: String) throws -> Watch {
    let watch = Watch()
    document.watch(try JSONPointer(pointer)).1.notify = { watch.count += 1 }
    return watch
  }

  /// The same for a part of a row, wherever that is.
  func watch(row id: JSON, of rows: String, _ pointer: String = "") throws -> Watch {
    let route = JSONRoute.root.appending(row: id, of: try JSONPointer(rows))
    let watch = Watch()
    document.watch(route.appending(try JSONPointer(pointer))).1.notify = { watch.count += 1 }
    return watch
  }
}

// MARK: - Features

extension JSONFixture {
  /// A feature that does what its actions say, by the calls that reducers in C make. What is none of its
  /// commands it leaves alone.
  static func writer() -> JSONReducer {
    JSONReducer(of: []) { state, action, _ in Command.perform(action.json, &state) }
  }

  static func slot(
    _ parent: JSONReducer = writer(), at pointer: String, _ path: String,
    _ child: JSONReducer = writer(), isLegacy: Bool = false, id: String? = nil,
    isEnum: Bool = false, alerts: [String] = [], isAlert: Bool = false
  ) throws -> JSONReducer {
    .presentation(
      parent, try JSONPointer(pointer), try JSONCasePath(path),
      options(id, isEnum, alerts, isAlert), child, policy: isLegacy ? .seed : .modern,
      takesPresent: isLegacy)
  }

  static func optional(
    _ parent: JSONReducer = writer(), at pointer: String, _ path: String,
    _ child: JSONReducer = writer(), id: String? = nil, isEnum: Bool = false,
    alerts: [String] = [], isAlert: Bool = false
  ) throws -> JSONReducer {
    .ifLet(
      parent, try JSONPointer(pointer), try JSONCasePath(path),
      options(id, isEnum, alerts, isAlert), child)
  }

  static func onCase(
    _ parent: JSONReducer = writer(), named name: String, _ path: String,
    _ child: JSONReducer = writer(), id: String? = nil
  ) throws -> JSONReducer {
    .ifCaseLet(
      parent, JSONCase(name), try JSONCasePath(path), options(id, false, [], false), child)
  }

  static func scope(
    at pointer: String, _ path: String, _ child: JSONReducer = writer()
  ) throws -> JSONReducer {
    .scope(try JSONPointer(pointer), try JSONCasePath(path), child)
  }

  static func scope(
    onCase name: String, _ path: String, _ child: JSONReducer = writer()
  ) throws -> JSONReducer {
    .scope(case: JSONCase(name), try JSONCasePath(path), child)
  }

  static func rows(
    _ parent: JSONReducer = writer(), at pointer: String, _ path: String,
    _ row: JSONReducer = writer(), idKey: String = "id"
  ) throws -> JSONReducer {
    .forEach(
      parent, try JSONPointer(pointer), try JSONCasePath(path), idKey: JSONCase(idKey), row)
  }

  static func path(
    _ parent: JSONReducer = writer(), at pointer: String, _ path: String,
    _ element: JSONReducer = writer(), isLegacy: Bool = false
  ) throws -> JSONReducer {
    .stack(
      parent, try JSONPointer(pointer), try JSONCasePath(path), element, isSeed: isLegacy)
  }

  static func all(_ members: JSONReducer...) -> JSONReducer { .combine(members) }

  private static func options(
    _ id: String?, _ isEnum: Bool, _ alerts: [String], _ isAlert: Bool
  ) -> JSONSlotOptions {
    var options = JSONSlotOptions()
    options.idKey = id.map { JSONCase($0) }
    if isEnum { options.kind = .enumeration }
    options.ephemeralCases = alerts.map { JSONCase($0) }
    options.isEphemeral = isAlert
    return options
  }
}

// MARK: - What their actions say

/// A command to a feature of a fixture.
struct Command {
  let json: JSON

  static func set(_ pointer: String, _ value: JSON) -> Self {
    Self(json: ["set": ["at": JSON(stringLiteral: pointer), "value": value]])
  }
  static func insert(_ pointer: String, _ value: JSON) -> Self {
    Self(json: ["insert": ["at": JSON(stringLiteral: pointer), "value": value]])
  }
  static func remove(_ pointer: String) -> Self {
    Self(json: ["remove": ["at": JSON(stringLiteral: pointer)]])
  }
  static func move(_ from: String, _ to: String) -> Self {
    Self(json: ["move": ["at": JSON(stringLiteral: from), "to": JSON(stringLiteral: to)]])
  }
  static func push(_ pointer: String, _ element: JSON) -> Self {
    Self(json: ["push": ["at": JSON(stringLiteral: pointer), "value": element]])
  }
  static func pop(_ pointer: String, from id: Int64) -> Self {
    Self(json: ["pop": ["at": JSON(stringLiteral: pointer), "id": JSON(integerLiteral: id)]])
  }
  static func pop(_ pointer: String, to id: Int64) -> Self {
    Self(json: ["popTo": ["at": JSON(stringLiteral: pointer), "id": JSON(integerLiteral: id)]])
  }
  /// Several in one step.
  static func all(_ commands: Command...) -> Self { every(commands) }
  static func every(_ commands: [Command]) -> Self {
    Self(json: ["all": commands.reduce([]) { $0.inserting($1.json, at: $0.count) }])
  }
  /// Starts an effect that goes on, and ends it.
  static var hold: Self { Self(json: "hold") }
  static var stop: Self { Self(json: "stop") }
  /// Dismisses from within, as an effect.
  static var close: Self { Self(json: "close") }
  /// Sends another command to the same feature after a second.
  static func later(_ command: Command) -> Self { Self(json: ["later": command.json]) }

  /// This as an action of a child: the names of its case path, from the outermost on.
  func to(_ names: String...) -> Self {
    Self(json: names.reversed().reduce(json) { JSONCase($1).wrap($0) })
  }

  /// This as an action of a row or of a path's element.
  func to(_ name: String, element id: JSON) -> Self {
    Self(json: JSONCase(name).wrap(["element": ["id": id, "action": json]]))
  }

  fileprivate static func perform(_ action: JSON, _ state: inout JSONState) -> Effect<JSONAction> {
    guard let (key, payload) = action.withNode({ JSONCase.of($0) }) else { return .none }
    let name = String(decoding: key, as: UTF8.self)
    let what = payload.map { JSON(borrowing: $0) } ?? .null
    switch name {
    case "hold":
      return .run { _ in try await Task.sleep(for: .seconds(1_000)) }.cancellable(id: "h")
    case "stop": return .cancel(id: "h")
    case "close": return .dismiss
    case "later": return .after(nanoseconds: 1_000_000_000, JSONAction(what))
    case "all":
      return .merge((0..<what.count).map { perform(what[index: $0]!, &state) })
    default:
      if let pointer = what[key: "at"]?.string { write(name, pointer, what, &state) }
      return .none
    }
  }

  private static func write(
    _ name: String, _ pointer: String, _ what: JSON, _ state: inout JSONState
  ) {
    let value = what[key: "value"] ?? .null
    let id = StackElementID(generation: UInt64(clamping: what[key: "id"]?.integer ?? 0))
    pointer.withCString { text in
      do throws(JSONWriteError) {
        switch name {
        case "set": try state.set(text: text, stealing: value.owned)
        case "insert": try state.insert(text: text, stealing: value.owned)
        case "remove": try state.remove(text: text)
        case "move":
          try state.move(.known(pointer), to: .known(what[key: "to"]?.string ?? ""))
        case "push": _ = try state.push(.known(pointer), value)
        case "pop": try state.pop(.known(pointer), id, keepingIt: false)
        case "popTo": try state.pop(.known(pointer), id, keepingIt: true)
        default: break
        }
      } catch {
        // As a call of C does.
        state.report(error, of: "a write", at: text)
      }
    }
  }
}

extension JSON {
  /// A reference for whoever takes it over.
  var owned: JSONNode { withNode { json_incref($0)! } }
}

extension JSONPointer {
  /// Of a text in a test, which is a pointer.
  fileprivate static func known(_ text: String) -> JSONPointer { try! JSONPointer(text) }
}
