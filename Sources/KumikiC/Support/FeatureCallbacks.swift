internal import CKumiki
internal import Kumiki
internal import KumikiJSON

// The functions of reducers and effects in C, as Swift calls them.

/// A C function as a reducer.
@safe struct CReducer: ReducerOperator {
  typealias Body = Never

  private let reduce: kmk_reduce_fn
  private let userData: UserData

  init(_ callback: Callback<kmk_reduce_fn>) throws {
    unsafe (reduce, userData) = try callback.get("reduce")
  }

  @inline(__always)
  func _step(
    into state: inout JSONState, action: JSONAction, in context: StepContext
  ) -> Effect<JSONAction> {
    let effect = unsafe withUnsafeMutablePointer(to: &state) { state in
      unsafe reduce(CHandle(state), lent(action.node), context.env, userData.pointer)
    }
    return CEffect.consume(effect)
  }
}

extension Callback where Function == kmk_reader_fn {
  func choice() throws -> JSONReducer.Choice {
    let (function, data) = unsafe try get()
    return { state, action, _ in
      let built = unsafe function(lent(state), lent(action), data.pointer)
      return Handle<ReducerHandle>.consume(built)?.reducer
    }
  }
}

extension Callback where Function == kmk_reader_env_fn {
  func choice() throws -> JSONReducer.Choice {
    let (function, data) = unsafe try get()
    return { state, action, context in
      let built = unsafe function(
        lent(state), lent(action), context.env, data.pointer)
      return Handle<ReducerHandle>.consume(built)?.reducer
    }
  }
}

extension Callback where Function == kmk_recurse_fn {
  func build() throws -> (JSONReducer) -> JSONReducer {
    let (function, data) = unsafe try get()
    return { nested in
      let built = unsafe function(ReducerHandle(nested).retained(), data.pointer)
      return Handle<ReducerHandle>.consume(built)?.reducer
        ?? JSONReducer(
          mistake: JSONError(.invalidPointer, message: "kmk_recurse: fn returned NULL"))
    }
  }
}

extension Callback where Function == kmk_change_fn {
  typealias Answer = (inout JSONState, _ old: JSON?, _ new: JSON?, JSONAction, StepContext) ->
    Effect<JSONAction>

  func answer() throws -> Answer {
    let (function, data) = unsafe try get("change")
    return { state, old, new, action, context in
      withNode(old) { old in
        withNode(new) { new in
          let effect = unsafe withUnsafeMutablePointer(to: &state) { state in
            unsafe function(
              OpaquePointer(state), old, new, lent(action.node), context.env,
              data.pointer)
          }
          return CEffect.consume(effect)
        }
      }
    }
  }
}

extension Callback where Function == kmk_catch_fn {
  /// The action that the program makes of an error.
  func answer() throws -> (JSON) -> JSON? {
    let (function, data) = unsafe try get()
    return { error in error.withNode { taken(unsafe function(lent($0), data.pointer)) } }
  }
}

/// The program's functions behind one effect, and their context. Both kinds of effects are called with a
/// sender and the context.
@safe struct CCall: @unchecked Sendable {
  // Only passed from thread to thread; what the pointer leads to belongs to the program.
  private let function: kmk_start_fn
  private let cancel: kmk_cancel_fn?
  private let pointer: CData?

  init(_ function: @escaping kmk_start_fn, _ cancel: kmk_cancel_fn?, _ pointer: CData?) {
    unsafe (self.function, self.cancel, self.pointer) = (function, cancel, pointer)
  }

  var words: DriverWords { unsafe unsafeBitCast(self, to: DriverWords.self) }

  /// - Parameter sender: a reference, which is the program's from now on.
  func begin(_ sender: Uncounted<DrivenEntry>) { unsafe function(Sender.pointer(sender), pointer) }

  func stop() { unsafe cancel?(pointer) }
}

extension DrivenEntry {
  var call: CCall { unsafe unsafeBitCast(words, to: CCall.self) }

  /// The program's context, which is released on the thread of the effect's loop.
  @discardableResult
  func takeOwnerHome() -> UserData? {
    guard let owner else { return nil }
    let data = unsafe unsafeDowncast(owner, to: UserData.self)
    data.takeHome(to: heldLoop.object)
    return data
  }
}
