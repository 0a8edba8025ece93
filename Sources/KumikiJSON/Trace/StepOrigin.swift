internal import CJansson
internal import KumikiValues

/// Where the action of a traced step came from. Steps have the numbers that the store counts; each trace counts from its
/// own beginning.
enum StepOrigin {
  case program
  case undo
  case view(String)
  case binding(String)
  /// - step: the one that began the effect; nil if it began before all traces.
  case effect(UInt64, step: UInt64?)
  case send(UInt64)

  /// As a trace tells it; the caller owns it.
  ///
  /// - Parameter before: how many steps the store had before the trace began. Those have no number in it.
  func json(before: UInt64) -> JSONNode {
    switch self {
    case .program: .word(KUMIKI_PROGRAM)
    case .undo: .word(KUMIKI_UNDO)
    case .view(let pointer): Self.object(("view", JSON(stringLiteral: pointer)))
    case .binding(let pointer): Self.object(("binding", JSON(stringLiteral: pointer)))
    case .effect(let effect, let step?) where step > before:
      Self.object(("effect", .number(effect)), ("step", .number(step - before)))
    case .effect(let effect, _): Self.object(("effect", .number(effect)))
    case .send(let step) where step > before: Self.object(("send", .number(step - before)))
    case .send: .word(KUMIKI_PROGRAM)
    }
  }

  /// The origin of an undo or a redo, unless an effect or a step has sent it.
  func undoing(_ undos: Int) -> StepOrigin {
    switch self {
    case .effect, .send: self
    default: undos > 0 ? .undo : self
    }
  }

  /// The same if it names a step, so that it differs from trace to trace.
  func renumbered(before: UInt64) -> JSONNode? {
    switch self {
    case .effect, .send: json(before: before)
    default: nil
    }
  }

  private static func object(_ members: (String, JSON)...) -> JSONNode {
    JSON(members: members).retained()
  }
}
