internal import CKumiki
internal import CKumikiCalls
internal import KumikiValues
internal import KumikiJSON

// Makes functions of the program callable from Swift. Swift calls the program only through this file.

/// A function of the program and its context, callable from Swift. The context is released even if the
/// function is NULL.
struct Callback<Call> {
  let userData: UserData
  private let result: Result<Call, any Error>

  /// - Parameter make: Makes the closure that calls the function.
  @safe init<Function>(
    _ pointer: CData?, _ release: kmk_free_fn?, _ function: Function?, _ name: String = "fn",
    _ make: (Function, UserData) -> Call
  ) {
    let userData = UserData(pointer, release)
    self.userData = userData
    result = function.map { .success(make($0, userData)) } ?? .failure(Failure.isNull(name))
  }

  /// - Throws: If the function is NULL.
  @safe func get() throws -> Call { try result.get() }
}

/// The context of a C callback, shared by several owners.
///
/// `free_fn` runs exactly once, after the last owner has released the context. It runs on the thread of the loop that
/// `takeHome` sets, otherwise on the thread of the last release.
@safe final class UserData: @unchecked Sendable {
  // Only passed between threads. The memory behind the pointer belongs to the program.
  @safe let pointer: UnsafeMutableRawPointer?
  private let release: kmk_free_fn?
  /// Whether the context has a `free_fn`.
  var isOwned: Bool { unsafe release != nil }
  /// Set before another thread can access the context.
  @safe @exclusivity(unchecked) private(set) var home: Loop?

  @safe init(_ pointer: CData?, _ release: kmk_free_fn?) {
    self.pointer = unsafe pointer
    unsafe self.release = release
  }

  /// Makes `free_fn` run on the thread of a loop, as long as the loop is open.
  func takeHome(to loop: Loop) { home = loop }

  deinit {
    guard let release = unsafe release else { return }
    guard let home, !home.isCurrentThread, !home.isClosed else { return unsafe release(pointer) }
    // If the loop closes first, it drops the closure, which then runs.
    let last = Once { [pointer] _ in unsafe release(pointer) }
    home.post { last.run() }
  }
}

// MARK: - Observers

extension Callback where Call == (JSONNode?) -> Void {
  @safe init(_ fn: kmk_observe_fn?, _ pointer: CData?, _ release: kmk_free_fn?) {
    self.init(pointer, release, fn) { fn, data in
      { value in calling("kmk_observe_fn") { unsafe fn(lent(value), data.pointer) } }
    }
  }
}

extension Callback where Call == (JSON) -> Void {
  @safe init(_ fn: kmk_observe_fn?, _ pointer: CData?, _ release: kmk_free_fn?) {
    self.init(pointer, release, fn) { fn, data in
      { json in
        json.withNode { value in
          calling("kmk_observe_fn") { unsafe fn(lent(value), data.pointer) }
        }
      }
    }
  }
}

extension Callback where Call == (_ patch: JSON, _ back: JSON) -> Void {
  @safe init(_ fn: kmk_changes_fn?, _ pointer: CData?, _ release: kmk_free_fn?) {
    self.init(pointer, release, fn) { fn, data in
      { patch, back in
        withNodes(patch, back) { patch, back in
          calling("kmk_changes_fn") { unsafe fn(lent(patch), lent(back), data.pointer) }
        }
      }
    }
  }
}

extension Callback where Call == (_ name: String?, _ payload: JSON?) -> Void {
  @safe init(_ fn: kmk_case_fn?, _ pointer: CData?, _ release: kmk_free_fn?) {
    self.init(pointer, release, fn) { fn, data in
      { name, payload in
        withNodes(payload, nil) { payload, _ in
          calling("kmk_case_fn") {
            guard let name else { return unsafe fn(nil, lent(payload), data.pointer) }
            unsafe name.withCString { unsafe fn($0, lent(payload), data.pointer) }
          }
        }
      }
    }
  }
}

extension Callback where Call == PresentationView {
  @safe init(
    _ callbacks: CStructs<kmk_presentation_callbacks>?, _ pointer: CData?, _ release: kmk_free_fn?
  ) {
    userData = UserData(pointer, release)
    result = Result { [userData] in try PresentationView(callbacks, userData) }
  }
}

/// The program's callbacks for one slot.
@safe final class PresentationView {
  private let callbacks: kmk_presentation_callbacks
  private let userData: UserData
  /// Whether the subscription has ended, possibly between the two calls for one change.
  var isOver = false

  @safe init(_ callbacks: CStructs<kmk_presentation_callbacks>?, _ userData: UserData) throws {
    guard
      let callbacks = try sized(
        callbacks, "callbacks", kmk_presentation_callbacks(),
        first: kumiki_first_presentation_callbacks)
    else { throw Failure.isNull("callbacks") }
    self.callbacks = callbacks
    self.userData = userData
  }

  func present(_ id: ExactText, _ slot: JSONSlotIdentity, _ value: JSON) {
    guard !isOver, let present = unsafe callbacks.present else { return }
    unsafe withParts(of: value, slot) { name, state in
      unsafe id.text.withCString { unsafe present($0, name, state, userData.pointer) }
    }
  }

  func update(_ id: ExactText, _ slot: JSONSlotIdentity, _ value: JSON) {
    guard !isOver, let update = unsafe callbacks.update else { return }
    unsafe withParts(of: value, slot) { _, state in
      unsafe id.text.withCString { unsafe update($0, state, userData.pointer) }
    }
  }

  func dismiss(_ id: ExactText) {
    guard !isOver, let dismiss = unsafe callbacks.dismiss else { return }
    unsafe id.text.withCString { unsafe dismiss($0, userData.pointer) }
  }

  /// Calls `body` with the case and its payload for an enum, and with NULL and the value for a struct.
  private func withParts(of value: JSON, _ slot: JSONSlotIdentity, _ body: (CText?, CJSON?) -> Void)
  {
    value.withNode { node in
      calling("callback of a presentation") {
        guard slot.isEnum, let (key, payload) = JSONCase.of(node) else {
          return unsafe body(nil, lent(node))
        }
        unsafe String(decoding: key, as: UTF8.self).withCString {
          unsafe body($0, payload.map { lent($0) } ?? UnsafePointer(json_null()))
        }
      }
    }
  }
}

extension JSONSlotIdentity {
  /// Returns the presented case; nil for a value that is not an enum.
  func caseName(of value: JSON?) -> ExactText? {
    isEnum ? value?.withNode(JSONCase.name(of:)).map { ExactText($0) } : nil
  }
}

// MARK: - Loops and tests

extension Callback where Call == @Sendable () -> Void {
  @safe init(_ fn: kmk_loop_fn?, _ pointer: CData?, _ release: kmk_free_fn?) {
    self.init(pointer, release, fn) { fn, data in { unsafe fn(data.pointer) } }
  }
}

extension Callback where Call == () -> Bool {
  @safe init(_ fn: kmk_interrupt_fn?, _ pointer: CData?, _ release: kmk_free_fn?) {
    self.init(pointer, release, fn) { fn, data in { unsafe fn(data.pointer) } }
  }
}

extension Callback where Call == (Issue) -> Void {
  @safe init(_ fn: kmk_diagnostic_fn?, _ pointer: CData?, _ release: kmk_free_fn?) {
    self.init(pointer, release, fn) { fn, data in
      { issue in
        withNodes((issue.action as? JSONAction)?.json, nil) { action, _ in
          calling("kmk_diagnostic_fn") { unsafe deliver(issue, lent(action), to: fn, data) }
        }
      }
    }
  }
}

/// Delivers an issue. Its strings are valid during the callback. They are Swift's own, since an issue is reported
/// even if jansson has no memory.
private func deliver(
  _ issue: Issue, _ action: CJSON?, to function: kmk_diagnostic_fn, _ data: UserData
) {
  let texts = [issue.code.rawValue, issue.message, issue.label, issue.statePath, issue.actionCase]
  unsafe withTexts(texts) { texts in
    var diagnostic = unsafe kmk_diagnostic(
      code: texts[0], message: texts[1], label: texts[2], path: texts[3], action_case: texts[4],
      action: action)
    unsafe function(&diagnostic, data.pointer)
  }
}

/// Lends strings to C; a missing string is NULL.
private func withTexts(
  _ texts: [String?], _ lent: [UnsafePointer<CChar>?] = unsafe [],
  _ body: ([UnsafePointer<CChar>?]) -> Void
) {
  if unsafe lent.count == texts.count { return unsafe body(lent) }
  guard let text = unsafe texts[lent.count] else {
    return unsafe withTexts(texts, lent + [nil], body)
  }
  unsafe text.withCString { unsafe withTexts(texts, lent + [$0], body) }
}

extension Callback where Call == (JSON) -> Bool {
  @safe init(_ matches: kmk_test_match_fn?, _ pointer: CData?) {
    self.init(pointer, nil, matches, "matches") { matches, data in
      { action in
        action.withNode { action in
          calling("kmk_test_match_fn") { unsafe matches(lent(action), data.pointer) }
        }
      }
    }
  }
}

/// Calls `body` with the nodes of two values. The node of a missing value is nil.
func withNodes<Result>(
  _ first: JSON?, _ second: JSON?, _ body: (JSONNode?, JSONNode?) -> Result
) -> Result {
  func withNode(_ json: JSON?, _ body: (JSONNode?) -> Result) -> Result {
    json.map { $0.withNode { body($0) } } ?? body(nil)
  }
  return withNode(first) { first in withNode(second) { second in body(first, second) } }
}

extension Callback where Call == (JSON) throws -> JSON? {
  @safe init(_ fn: kmk_update_fn?, _ pointer: CData?) {
    self.init(pointer, nil, fn) { fn, data in
      { json in
        json.withNode { value in
          calling("kmk_update_fn") { unsafe taken(fn(lent(value), data.pointer)) }
        }
      }
    }
  }
}
