internal import CKumiki
internal import KumikiValues
internal import KumikiJSON

// Makes the C functions of reducers and effects callable from Swift.

/// Lends the state to a function of the program, and takes the effect that it returns.
@inline(__always)
private func lending(
  _ state: inout JSONState, to type: StaticString, _ function: (CHandle) -> CHandle?
) -> Effect<JSONAction> {
  unsafe withUnsafeMutablePointer(to: &state) { state in
    unsafe CEffect.consume(calling(type) { unsafe function(Checks.lent(state, of: "kmk_state")) })
  }
}

/// A C function as a reducer.
@safe struct CReducer: ReducerOperator {
  typealias Body = Never

  fileprivate let reduce: kmk_reduce_fn
  fileprivate let userData: UserData

  @inline(__always)
  func _step(
    into state: inout JSONState, action: JSONAction, in context: StepContext
  ) -> Effect<JSONAction> {
    unsafe lending(&state, to: "kmk_reduce_fn") {
      unsafe reduce($0, lent(action.node), context.env, userData.pointer)
    }
  }
}

extension Callback where Call == CReducer {
  @safe init(_ reduce: kmk_reduce_fn?, _ pointer: CData?, _ release: kmk_free_fn?) {
    self.init(pointer, release, reduce, "reduce") { unsafe CReducer(reduce: $0, userData: $1) }
  }
}

/// A case and the C function that handles it.
@safe struct CHandler {
  let known: JSONCases.Case
  fileprivate let handle: kmk_handle_fn?

  @safe init(_ handler: kmk_handler) throws {
    known = try unsafe JSONCases.Case(
      text(handler.name, "a handler's name"), optionalText(handler.payload, "a handler's payload"))
    unsafe handle = handler.handle
  }
}

/// A reducer made of C functions, each for the actions of one case.
struct CHandlers: ReducerOperator {
  typealias Body = Never

  let cases: JSONCases
  let handlers: [CHandler]
  let userData: UserData

  func _step(
    into state: inout JSONState, action: JSONAction, in context: StepContext
  ) -> Effect<JSONAction> {
    guard let (index, payload) = cases.find(action.node),
      let handle = unsafe handlers[index].handle
    else { return .none }
    return unsafe lending(&state, to: "kmk_handle_fn") {
      unsafe handle($0, lent(payload), context.env, userData.pointer)
    }
  }
}

extension Callback where Call == JSONReducer.Choice {
  @safe init(_ fn: kmk_reader_fn?, _ pointer: CData?, _ release: kmk_free_fn?) {
    self.init(pointer, release, fn) { fn, data in
      { state, action, _ in
        unsafe ReducerHandle.consume(
          calling("kmk_reader_fn") { unsafe fn(lent(state), lent(action), data.pointer) })
      }
    }
  }

  @safe init(_ fn: kmk_reader_env_fn?, _ pointer: CData?, _ release: kmk_free_fn?) {
    self.init(pointer, release, fn) { fn, data in
      { state, action, context in
        unsafe ReducerHandle.consume(
          calling("kmk_reader_env_fn") {
            unsafe fn(lent(state), lent(action), context.env, data.pointer)
          })
      }
    }
  }
}

extension Callback where Call == (JSONReducer) -> JSONReducer {
  @safe init(_ fn: kmk_recurse_fn?, _ pointer: CData?, _ release: kmk_free_fn?) {
    self.init(pointer, release, fn) { fn, data in
      { nested in
        ReducerHandle.consume(unsafe fn(ReducerHandle(nested).retained(), data.pointer))
          ?? JSONReducer(
            mistake: JSONError(.invalidPointer, message: "kmk_recurse: fn returned NULL"))
      }
    }
  }
}

/// Handles a change of a part of a state, with the old and the new value.
typealias ChangeAnswer = (inout JSONState, _ old: JSON?, _ new: JSON?, JSONAction, StepContext) ->
  Effect<JSONAction>

extension Callback where Call == ChangeAnswer {
  @safe init(_ change: kmk_change_fn?, _ pointer: CData?, _ release: kmk_free_fn?) {
    self.init(pointer, release, change, "change") { change, data in
      { state, old, new, action, context in
        withNodes(old, new) { old, new in
          unsafe lending(&state, to: "kmk_change_fn") {
            unsafe change($0, lent(old), lent(new), lent(action.node), context.env, data.pointer)
          }
        }
      }
    }
  }
}

/// Handles writes to a part of a state, with the written places.
typealias WriteAnswer = (inout JSONState, _ places: JSON, JSONAction, StepContext) ->
  Effect<JSONAction>

extension Callback where Call == WriteAnswer {
  @safe init(_ write: kmk_write_fn?, _ pointer: CData?, _ release: kmk_free_fn?) {
    self.init(pointer, release, write, "write") { write, data in
      { state, places, action, context in
        places.withNode { places in
          unsafe lending(&state, to: "kmk_write_fn") {
            unsafe write($0, lent(places), lent(action.node), context.env, data.pointer)
          }
        }
      }
    }
  }
}

/// Makes the effect for a followed value, or for the last state of a feature.
typealias RunningAnswer = (_ value: JSON, StepContext) -> Effect<JSONAction>

extension Callback where Call == RunningAnswer {
  /// - Parameter type: the name of the function's type: `kmk_running_fn`, `kmk_end_fn`.
  @safe init(
    _ type: StaticString, _ fn: kmk_running_fn?, _ pointer: CData?, _ release: kmk_free_fn?
  ) {
    self.init(pointer, release, fn) { fn, data in
      { value, context in
        value.withNode { value in
          unsafe CEffect.consume(
            calling(type) { unsafe fn(lent(value), context.env, data.pointer) })
        }
      }
    }
  }
}

extension Callback where Call == (JSON) -> JSON? {
  @safe init(_ fn: kmk_catch_fn?, _ pointer: CData?, _ release: kmk_free_fn?) {
    self.init(pointer, release, fn) { fn, data in
      { error in
        error.withNode { error in
          calling("kmk_catch_fn") { taken(unsafe fn(lent(error), data.pointer)) }
        }
      }
    }
  }
}

extension Callback where Call == JSONUndoActions.Describe {
  @safe init(_ fn: kmk_undo_describe_fn?, _ pointer: CData?, _ release: kmk_free_fn?) {
    self.init(pointer, release, fn, "options.describe") { fn, data in
      { state, action in
        calling("kmk_undo_describe_fn") {
          taken(unsafe fn(lent(state), lent(action.node), data.pointer))
        }
      }
    }
  }
}

extension Callback where Call == CWork.Call {
  @safe init(_ run: kmk_work_fn?, _ pointer: CData?, _ release: kmk_free_fn?) {
    self.init(pointer, release, run, "run") { run, data in
      { sender, input in
        input.withNode { input in
          calling("kmk_work_fn") {
            unsafe run(Sender.pointer(sender, isLent: true), lent(input), data.pointer)
          }
        }
      }
    }
  }
}
