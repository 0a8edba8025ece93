internal import CKumiki
internal import Kumiki
internal import KumikiJSON

/// A reducer as C holds it.
final class ReducerHandle: HandleObject {
  let reducer: JSONReducer

  init(_ reducer: JSONReducer) { self.reducer = reducer }

  /// A reducer that was taken over, or why there is none.
  typealias Part = Result<JSONReducer, any Error>

  /// Makes a handle of what `body` composes of its parts; what it throws becomes the reducer's mistake.
  ///
  /// A mistake in a part comes first: it was made earlier, and becomes the mistake of the composition.
  static func new(
    _ function: String, of parts: Part..., composed body: () throws -> JSONReducer
  ) -> OpaquePointer {
    if let mistake = parts.firstResult({ try? $0.get().mistake }) {
      return ReducerHandle(JSONReducer(mistake: mistake)).retained()
    }
    do {
      return ReducerHandle(try body()).retained()
    } catch {
      let failure = Failure(any: error)
      return ReducerHandle(
        JSONReducer(
          mistake: JSONError(
            failure.kind, path: failure.path, message: "\(function): \(failure.message)"))
      ).retained()
    }
  }

  /// Takes over a reducer as a part of a composition; a failure is the part's mistake.
  static func part(_ pointer: OpaquePointer?, _ what: String) -> Part {
    Result { try consume(pointer, what) }
  }

  /// Takes over a reducer.
  static func consume(_ pointer: OpaquePointer?, _ what: String) throws -> JSONReducer {
    guard let handle = Handle<ReducerHandle>.consume(pointer) else { throw Failure.isNull(what) }
    return handle.reducer
  }
}

/// A C function as a reducer.
struct CReducer: ReducerOperator {
  typealias Body = Never

  let reduce: kmk_reduce_fn
  let userData: UserData

  @inline(__always)
  func _step(
    into state: inout JSONState, action: JSONAction, in context: StepContext
  ) -> Effect<JSONAction> {
    let effect = withUnsafeMutablePointer(to: &state) { state in
      reduce(
        OpaquePointer(state), UnsafePointer(action.node), context.env,
        userData.pointer)
    }
    return CEffect.consume(effect)
  }
}
