internal import KumikiValues

/// The place of a history's part, relative to the reducer's place, and the place where its counts are shown.
package final class JSONUndoPlaces: @unchecked Sendable {
  // Sendable: immutable.
  let part: JSONPointer
  /// Nil if the counts are not shown.
  let shown: JSONPointer?
  let undoCount: JSONPointer
  let redoCount: JSONPointer
  /// Whether the labels are shown together with the counts.
  let showsLabels: Bool
  /// The cases of the operator's own actions: undo, redo and clear.
  let words: [JSONCase]
  /// The places in the part that steps consist of, relative to the part; empty for the whole part.
  let included: [JSONPointer]
  /// The places in the part that are never undone, relative to the part. "*" stands for any element.
  let excluded: [JSONPointer]

  /// - Throws: if the counts would overwrite the part, or the whole part is excluded.
  package init(
    part: JSONPointer, shown: JSONPointer?, showsLabels: Bool = false, words: [JSONCase],
    included: [JSONPointer] = [], excluded: [JSONPointer] = []
  ) throws(JSONError) {
    if let shown, shown == part || part.isBelow(shown) {
      throw JSONError(
        .invalidPointer, path: shown.text,
        message: "the history would stand over what it is the history of")
    }
    if excluded.contains(where: \.isRoot) {
      throw JSONError(.invalidPointer, path: part.text, message: "the whole part is excluded")
    }
    self.part = part
    self.shown = shown
    undoCount = (shown ?? .root).appending("undo")
    redoCount = (shown ?? .root).appending("redo")
    self.showsLabels = showsLabels
    self.words = words
    self.included = included
    self.excluded = excluded
  }

  /// Returns the value that is shown for some steps.
  func counts(_ undo: Int, _ redo: Int, _ undoLabel: String?, _ redoLabel: String?) -> JSON {
    let counts = [
      ("undo", JSON(integerLiteral: Int64(undo))), ("redo", JSON(integerLiteral: Int64(redo))),
    ]
    if !showsLabels { return JSON(members: counts) }
    return JSON(
      members: counts + [
        ("undoLabel", JSON(text: undoLabel)), ("redoLabel", JSON(text: redoLabel)),
      ])
  }

  /// Whether two histories are the same for all reducers, because they have the same part, the same place of the
  /// counts and the same cases.
  func isSame(as other: JSONUndoPlaces) -> Bool {
    self === other || part == other.part && shown == other.shown && words == other.words
  }

  func names(_ key: JSONBytes) -> Bool { words.contains { $0.isNamed(key) } }

  /// Whether an action is one of the operator's own actions.
  func reads(_ action: JSONNode) -> Bool { JSONCase.of(action).map { names($0.key) } ?? false }

  // MARK: Payloads

  /// Returns the mismatch of one of these actions.
  func mismatch(_ action: JSONNode) -> JSONError? {
    guard let index = words.firstIndex(where: { $0.payload(of: action)?.isNothing == false }),
      let payload = words[index].payload(of: action)
    else { return nil }
    let isClear = index == 2
    if !isClear, Self.command(payload, isUndo: true) != nil { return nil }
    let jumps = isClear ? "" : ", {\"steps\": 1 or more} or {\"to\": 0 or more}"
    return JSONError.expected("no payload, null\(isClear ? " or" : ",") {}\(jumps)", found: payload)
      .below(words[index].pointer)
  }

  /// Returns the command of a payload of undo or redo; nil for an invalid payload.
  static func command(_ payload: JSONNode?, isUndo: Bool) -> UndoCommand? {
    guard let payload, !payload.isNothing else { return isUndo ? .undo(steps: 1) : .redo(steps: 1) }
    guard payload.isObject, let only = payload.soleEntry, only.value.isInteger else { return nil }
    let number = Int(clamping: only.value.integer)
    if JSONCase("steps").isNamed(only.key), number >= 1 {
      return isUndo ? .undo(steps: number) : .redo(steps: number)
    }
    return JSONCase("to").isNamed(only.key) && number >= 0 ? .jump(to: number) : nil
  }

  /// The schemas of the operator's own actions.
  var cases: [JSONSchema.Case] {
    let steps: JSON = ["type": "integer", "minimum": 1]
    let payload = JSONSchema.any(of: [
      JSONSchema.type("null"), JSONSchema.object([("steps", steps)], isOpen: false),
      JSONSchema.object([("to", JSONSchema.natural)], required: ["to"], isOpen: false),
    ])
    return words.enumerated().map { index, word in
      index == 2
        ? .bare(word.name) : JSONSchema.Case(name: word.name, payload: payload, mayBeBare: true)
    }
  }
}
