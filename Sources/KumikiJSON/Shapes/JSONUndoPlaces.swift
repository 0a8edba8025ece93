internal import KumikiValues

/// The place of a history's part, relative to the reducer's place, and the place where its counts are shown.
package final class JSONUndoPlaces: @unchecked Sendable {
  // Sendable: immutable.
  let part: JSONPointer
  /// Nil if the counts are not shown.
  let shown: JSONPointer?
  let undoCount: JSONPointer
  let redoCount: JSONPointer
  /// The cases of the operator's own actions.
  let words: [JSONCase]

  /// - Throws: if the counts would overwrite the part.
  package init(
    part: JSONPointer, shown: JSONPointer?, words: [JSONCase]
  ) throws(JSONError) {
    if let shown, shown == part || part.isBelow(shown) {
      throw JSONError(
        .invalidPointer, path: shown.text,
        message: "the history would stand over what it is the history of")
    }
    self.part = part
    self.shown = shown
    undoCount = (shown ?? .root).appending(Self.undo.name)
    redoCount = (shown ?? .root).appending(Self.redo.name)
    self.words = words
  }

  static let undo = JSONCase("undo")
  static let redo = JSONCase("redo")

  static func counts(_ undo: Int, _ redo: Int) -> JSON {
    [
      Self.undo.name: JSON(integerLiteral: Int64(undo)),
      Self.redo.name: JSON(integerLiteral: Int64(redo)),
    ]
  }

  /// Whether two histories are the same for all reducers, because they have the same part, the same place of the
  /// counts and the same cases.
  func isSame(as other: JSONUndoPlaces) -> Bool {
    self === other || part == other.part && shown == other.shown && words == other.words
  }

  func names(_ key: JSONBytes) -> Bool { words.contains { $0.isNamed(key) } }

  /// Whether an action is one of the operator's own actions.
  func reads(_ action: JSONNode) -> Bool { JSONCase.of(action).map { names($0.key) } ?? false }

  /// Returns the mismatch of one of these actions.
  func mismatch(_ action: JSONNode) -> JSONError? {
    guard let word = words.first(where: { $0.payload(of: action)?.isNothing == false }) else {
      return nil
    }
    return JSONError.expected("no payload, null or {}", found: word.payload(of: action))
      .below(word.pointer)
  }
}
