internal import CKumiki
internal import Kumiki
internal import KumikiJSON

// The functions that a program gives, as Swift calls them: here alone a call leaves Swift.

/// A function of the program and its context, which is released whether or not the function is there.
@safe struct Callback<Function> {
  private let function: Function?
  let userData: UserData

  init(_ function: Function?, _ pointer: CData?, _ release: kmk_free_fn?) {
    self.function = function
    userData = unsafe UserData(pointer, release)
  }

  /// The function, which must be there, and its context.
  func get(_ name: String = "fn") throws -> (Function, UserData) {
    guard let function else { throw Failure.isNull(name) }
    return (function, userData)
  }
}

// MARK: - Observers

extension Callback where Function == kmk_observe_fn {
  /// For the functions that are told a value.
  func tell() throws -> (JSONNode?) -> Void {
    let (function, data) = unsafe try get()
    return { value in unsafe function(lent(value), data.pointer) }
  }

  /// For those whose value is always there.
  func tellWhole() throws -> (JSON) -> Void {
    let tell = try tell()
    return { json in json.withNode { tell($0) } }
  }
}

extension Callback where Function == kmk_case_fn {
  func tell() throws -> (_ name: String?, _ payload: JSON?) -> Void {
    let (function, data) = unsafe try get()
    return { name, payload in
      withNode(payload) { payload in
        guard let name else { return unsafe function(nil, payload, data.pointer) }
        name.withCString { unsafe function($0, payload, data.pointer) }
      }
    }
  }
}

/// The program's callbacks for one slot.
@safe final class PresentationView {
  private let callbacks: kmk_presentation_callbacks
  private let userData: UserData
  /// The subscription has ended, perhaps between the two calls that one change takes.
  var isOver = false

  init(_ callbacks: CStructs<kmk_presentation_callbacks>?, _ userData: UserData) throws {
    guard let callbacks = unsafe callbacks?.pointee else { throw Failure.isNull("callbacks") }
    guard
      unsafe UInt(bitPattern: callbacks.size) >= MemoryLayout<kmk_presentation_callbacks>.size
    else { throw Failure.invalid("callbacks.size is smaller than kmk_presentation_callbacks") }
    unsafe self.callbacks = callbacks
    self.userData = userData
  }

  func present(_ id: String, _ slot: JSONSlotIdentity, _ value: JSON) {
    guard !isOver, let present = unsafe callbacks.present else { return }
    withParts(of: value, slot) { name, state in
      id.withCString { unsafe present($0, name, state, userData.pointer) }
    }
  }

  func update(_ id: String, _ slot: JSONSlotIdentity, _ value: JSON) {
    guard !isOver, let update = unsafe callbacks.update else { return }
    withParts(of: value, slot) { _, state in
      id.withCString { unsafe update($0, state, userData.pointer) }
    }
  }

  func dismiss(_ id: String) {
    guard !isOver, let dismiss = unsafe callbacks.dismiss else { return }
    id.withCString { unsafe dismiss($0, userData.pointer) }
  }

  /// The case and its payload where the value is an enum; NULL and the value where it is a struct.
  private func withParts(of value: JSON, _ slot: JSONSlotIdentity, _ body: (CText?, CJSON?) -> Void)
  {
    value.withNode { node in
      guard slot.isEnum, let (key, payload) = unsafe JSONCase.of(node) else {
        return unsafe body(nil, lent(node))
      }
      unsafe String(decoding: key, as: UTF8.self).withCString {
        unsafe body($0, payload.map { lent($0) } ?? UnsafePointer(json_null()))
      }
    }
  }
}

// MARK: - Loops and tests

extension Callback where Function == kmk_loop_fn {
  func run() throws -> @Sendable () -> Void {
    let (function, data) = unsafe try get()
    return { unsafe function(data.pointer) }
  }
}

extension Callback where Function == kmk_diagnostic_fn {
  func report() throws -> (Issue) -> Void {
    let (function, data) = unsafe try get()
    return { issue in
      withNode((issue.action as? JSONAction)?.json) { action in
        unsafe deliver(issue, action, to: function, data)
      }
    }
  }
}

/// Hands over an issue, whose texts live for the length of the callback.
private func deliver(
  _ issue: Issue, _ action: CJSON?, to function: kmk_diagnostic_fn, _ data: UserData
) {
  let texts = [issue.code.rawValue, issue.message, issue.label, issue.statePath].map(newText)
  let actionCase = unsafe issue.actionCase.flatMap(newText)
  var diagnostic = unsafe kmk_diagnostic(
    code: texts[0], message: texts[1], label: texts[2], path: texts[3], action_case: actionCase,
    action: action)
  unsafe function(&diagnostic, data.pointer)
  for text in unsafe texts + [actionCase] { freeText(text) }
}

extension Callback where Function == kmk_test_match_fn {
  func matches() throws -> (JSON) -> Bool {
    let (function, data) = unsafe try get("matches")
    return { action in action.withNode { unsafe function(lent($0), data.pointer) } }
  }
}

/// Lends a value to C; NULL where there is none.
func withNode<Result>(_ json: JSON?, _ body: (CJSON?) -> Result) -> Result {
  guard let json else { return unsafe body(nil) }
  return json.withNode { unsafe body(lent($0)) }
}
