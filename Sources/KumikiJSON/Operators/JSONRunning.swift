package import KumikiValues

/// The part of a JSON state that drives an effect: the value at a pointer, or the payload of a case.
package struct JSONFollowedPart: FollowedPart, @unchecked Sendable {
  /// The pointer or the case.
  package enum Place {
    case pointer(JSONPointer)
    case stateCase(JSONCase)
  }

  let place: Place

  package init(_ place: Place) { self.place = place }

  package var opticID: OpticID {
    switch place {
    case .pointer(let pointer): OpticID(pointer)
    case .stateCase(let stateCase): OpticID(stateCase)
    }
  }

  /// Returns the value that drives the effect. Nil for null, false and no value; any payload of a case counts.
  package func value(in root: inout JSONState) -> JSON? {
    guard let node = root.node else { return nil }
    switch place {
    case .pointer(let pointer):
      guard let value = pointer.resolve(in: node), !value.isNull,
        value.kind != .bool || value.isTrue
      else { return nil }
      return JSON(borrowing: value)
    case .stateCase(let stateCase):
      return stateCase.payload(of: node).map { JSON(borrowing: $0) }
    }
  }

  package func path(in root: JSONState) -> String? { root.path + pointer.text }

  /// The pointer to the place, or to the payload of the case.
  var pointer: JSONPointer {
    switch place {
    case .pointer(let pointer): pointer
    case .stateCase(let stateCase): JSONPointer(keys: [stateCase.name])
    }
  }

  var isCase: Bool { if case .stateCase = place { true } else { false } }

  /// The pointer or the case, as written in messages.
  package var text: String {
    switch place {
    case .pointer(let pointer): pointer.text(atMost: 64)
    case .stateCase(let stateCase): stateCase.name
    }
  }
}

extension JSONReducer {
  /// Keeps an effect running while a part of the state has a value.
  package func running(
    _ part: JSONFollowedPart, id: String, time: RunningTime, function: RunningFunction? = nil,
    ended: JSONAction? = nil, _ effect: @escaping (_ value: JSON, StepContext) -> Effect<JSONAction>
  ) -> JSONReducer {
    let running = RunningReducer(
      self, part, id: id, time: time, function: function, ended: ended
    ) { effect($0, .current) }
    return following(part, id, running: AnyReducer(running))
  }

  /// Returns this reducer with an effect that a place of its state drives.
  private func following(
    _ part: JSONFollowedPart, _ id: String, running reducer: AnyReducer<JSONState, JSONAction>
  ) -> JSONReducer {
    let place = JSONShape(
      .watcher(
        JSONWatcher(
          "running \(part.text)\(id.isEmpty ? "" : ", \(id)")", part.pointer, isCase: part.isCase)))
    if shape.hereOnce.contains(where: { $0.isWatcher(like: place) }) {
      return JSONReducer(
        mistake: JSONError(
          .invalidPointer, path: part.text,
          message: "two effects follow this place; give each an id in its options"))
    }
    return with(shape: .all([place, shape]), following: .declared, running: reducer)
  }
}
