internal import CKumiki
internal import KumikiValues
internal import KumikiJSON

/// A reducer as held by C.
final class ReducerHandle: HandleObject {
  override class var kind: StaticString? { "kmk_reducer" }
  let reducer: JSONReducer

  init(_ reducer: JSONReducer) { self.reducer = reducer }

  /// A consumed reducer, or the error that it brought.
  typealias Part = Result<JSONReducer, any Error>

  /// Consumes a reducer as a part of a reducer tree. A failure becomes the part's configuration error.
  @safe static func part(_ pointer: CHandle?, _ what: String) -> Part {
    Result { try consume(pointer, what) }
  }

  @safe static func consume(_ pointer: CHandle?, _ what: String) throws -> JSONReducer {
    guard let reducer = consume(pointer) else { throw Failure.isNull(what) }
    return reducer
  }

  @safe static func consume(_ pointer: CHandle?) -> JSONReducer? {
    Handle<ReducerHandle>.consume(pointer)?.reducer
  }

  /// Consumes the reducers of an array; NULL members are skipped.
  @safe static func consume(_ reducers: CStructs<CHandle?>?, _ count: Int) throws -> [JSONReducer] {
    try structs(reducers, count, "reducers") { consume($0) }.compactMap(\.self)
  }
}

// Each `new` makes a handle of the reducer that `body` composes from parts. The parts are consumed in any case. If
// `body` throws, the error becomes the reducer's configuration error. An error in a part takes precedence, because it
// was made earlier.
extension ReducerHandle {
  @safe static func new(
    function: StaticString = #function, composed body: () throws -> JSONReducer
  ) -> CHandle {
    let shortages = Shortage.count
    do {
      let reducer = try body()
      if Shortage.count != shortages { throw Failure.noMemory }
      return ReducerHandle(reducer).retained()
    } catch {
      let failure = Failure(any: error, since: shortages)
      return ReducerHandle(
        JSONReducer(
          mistake: JSONError(
            failure.kind, path: failure.path, message: "\(name(of: function)): \(failure.message)"))
      ).retained()
    }
  }

  @safe private static func new(
    _ function: StaticString, of parts: [Part], composed body: () throws -> JSONReducer
  ) -> CHandle {
    new(function: function) {
      try parts.firstResult { try? $0.get().mistake }.map(JSONReducer.init(mistake:)) ?? body()
    }
  }

  /// Composes one part.
  @safe static func new(
    _ base: CHandle?, _ what: String = "base", function: StaticString = #function,
    composed body: (JSONReducer) throws -> JSONReducer
  ) -> CHandle {
    let base = part(base, what)
    return new(function, of: [base]) { try body(try base.get()) }
  }

  /// Composes a parent and a child.
  @safe static func new(
    _ parent: CHandle?, _ child: CHandle?, _ what: String, function: StaticString = #function,
    composed body: (JSONReducer, JSONReducer) throws -> JSONReducer
  ) -> CHandle {
    let (parent, child) = (part(parent, "parent"), part(child, what))
    return new(function, of: [parent, child]) { try body(try parent.get(), try child.get()) }
  }

  /// Composes a parent and the elements of rows or of a navigation path.
  @safe static func new(
    _ parent: CHandle?, rows path: CText?, _ actionCase: CText?, _ element: CHandle?,
    function: StaticString = #function,
    composed body: (JSONReducer, JSONPointer, JSONCasePath, JSONReducer) throws -> JSONReducer
  ) -> CHandle {
    new(parent, element, "element", function: function) {
      try body($0, try pointer(path, "state_path"), try casePath(actionCase), $1)
    }
  }

  /// Composes a parent and the feature presented in a slot.
  @safe static func new(
    _ parent: CHandle?, slot path: CText?, _ actionCase: CText?,
    _ options: CStructs<kmk_slot_options>?, _ child: CHandle?, function: StaticString = #function,
    composed body: (JSONReducer, JSONPointer, JSONCasePath, JSONSlotOptions, JSONReducer) ->
      JSONReducer
  ) -> CHandle {
    new(parent, child, "the child", function: function) {
      let path = try pointer(path, "state_path")
      guard !path.isRoot else { throw Failure.invalid("state_path names the whole state") }
      return body($0, path, try casePath(actionCase), try JSONSlotOptions(options), $1)
    }
  }
}
