internal import CJansson
internal import KumikiValues

/// The origin of the action of a traced step. Step numbers are the store's; each trace counts from its own
/// start.
enum StepOrigin {
  case program
  case undo
  case view(String)
  case binding(String)
  /// - step: the step that started the effect; nil if the effect started before all traces.
  case effect(UInt64, step: UInt64?)
  case send(UInt64)

  /// Returns the origin as written in a trace; the caller owns it.
  ///
  /// - Parameter before: the number of the store's steps before the trace, which have no number in it.
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

  /// Returns the origin of an undo or a redo, unless an effect or a step sent it.
  func undoing(_ undos: Int) -> StepOrigin {
    switch self {
    case .effect, .send: self
    default: undos > 0 ? .undo : self
    }
  }

  /// Returns the JSON if the origin refers to a step, because it then differs between traces; otherwise nil.
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
