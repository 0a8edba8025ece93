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
  /// A part's own mistake comes before all else: it was made earlier, and stays the composition's.
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

  /// The same, to be a part of a composition.
  static func part(_ pointer: OpaquePointer?, _ what: String) -> Part {
    Result { try consume(pointer, what) }
  }

  /// Takes a reducer over.
  static func consume(_ pointer: OpaquePointer?, _ what: String) throws -> JSONReducer {
    guard let handle = Handle<ReducerHandle>.consume(pointer) else { throw Failure.isNull(what) }
    return handle.reducer
  }
}

extension JSONReducer {
  /// A C function as a reducer.
  convenience init(_ reduce: kmk_reduce_fn, _ userData: UserData) {
    self.init(of: []) { state, action, context in
      let effect = withUnsafeMutablePointer(to: &state) { state in
        reduce(
          OpaquePointer(state), UnsafePointer(action.node), context.env,
          userData.pointer)
      }
      return CEffect.consume(effect)
    }
  }
}

extension JSONSlotOptions {
  init(_ options: UnsafePointer<kmk_slot_options>?) throws {
    self.init()
    guard let options = options?.pointee else { return }
    guard UInt(bitPattern: options.size) >= MemoryLayout<kmk_slot_options>.size else {
      throw Failure.invalid(
        "options.size is smaller than kmk_slot_options; use KMK_SLOT_OPTIONS_INIT")
    }
    switch options.kind {
    case KMK_STATE_AUTO: kind = .automatic
    case KMK_STATE_STRUCT: kind = .structure
    case KMK_STATE_ENUM: kind = .enumeration
    default: throw Failure.invalid("options.kind is none of kmk_state_kind")
    }
    if options.id_key != nil { idKey = JSONCase(try text(options.id_key, "options.id_key")) }
    isEphemeral = options.ephemeral
    guard var name = options.ephemeral_cases else { return }
    while let here = name.pointee {
      ephemeralCases.append(JSONCase(try text(here, "a case in options.ephemeral_cases")))
      name += 1
    }
  }
}
