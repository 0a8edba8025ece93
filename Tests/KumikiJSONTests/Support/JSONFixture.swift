import Kumiki

@testable import KumikiJSON

/// A store of a JSON feature on a virtual loop of its own, with the issues that its loop received.
///
///     let fixture = try JSONFixture(["count": 0], JSONFixture.writer())
///     try fixture.run(.set("/count", 1))
///     #expect(fixture.state == ["count": 1])
///
/// Only this file uses the target's package API that tests of JSON stores need.
final class JSONFixture {
  let loop: Loop
  let document: JSONDocument
  private let feature: JSONFeature
  private let reported: Reported
  private var owned: LoopStore<JSONState, JSONAction>?

  private final class Reported: @unchecked Sendable { var issues: [Kumiki.Issue] = [] }

  /// The bursts that an observer received.
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
      state, core: StoreCore(loop: loop), update: nil)
    self.document = document
    document.observed(by: store.observerList)
    owned = store
  }

  deinit {
    owned?.end()
    owned = nil
    loop.close()
  }

  var store: LoopStore<JSONState, JSONAction> { owned! }
  var state: JSON { document.snapshot }
  var issues: [Kumiki.Issue] { reported.issues }
  var codes: [Kumiki.Issue.Code] { issues.map(\.code) }

  /// Sends an action, as C does.
  /// - Throws: what does not fit in it.
  func send(_ action: JSON) throws { store.send(try feature.checked(action)) }

  /// Sends commands, one after the other.
  func run(_ commands: Command...) throws { for each in commands { try send(each.json) } }

  subscript(_ pointer: String) -> JSON? { (try? JSONPointer(pointer)).flatMap { state[$0] } }

  /// Counts the bursts in which a part of a row was written, wherever the part is.
  func watch(row id: JSON, of rows: String, _ pointer: String = "") throws -> Watch {
    let address = JSONAddress.root.appending(row: id, of: try JSONPointer(rows))
    let watch = Watch()
    observe(address.appending(try JSONPointer(pointer))) { watch.count += 1 }
    return watch
  }

  /// Calls `notify` after each burst in which a place was written, until the store ends.
  func observe(_ address: JSONAddress, _ notify: @escaping () -> Void) {
    _ = document.observe(address, in: store.observerList, notify)
  }
}

// MARK: - Features

extension JSONFixture {
  /// A feature that performs its actions by the calls that reducers in C make. It ignores an action that
  /// is not one of its commands.
  static func writer() -> JSONReducer {
    JSONReducer(of: []) { state, action, _ in Command.perform(action.json, &state) }
  }

  /// Writers at a pointer, whose actions have the form that `path` selects.
  static func rows(at pointer: String, _ path: String) throws -> JSONReducer {
    .forEach(
      writer(), try JSONPointer(pointer), try JSONCasePath(path), idKey: JSONCase("id"), writer())
  }
}
