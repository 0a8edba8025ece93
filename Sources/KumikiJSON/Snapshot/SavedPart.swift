internal import KumikiValues

/// A history in the saved form, with its place.
struct SavedPart {
  /// The limits of saved histories.
  struct Limits {
    /// The largest size of all histories in bytes.
    let bytes: Int
    /// Returns the part of an old value to save; nil to save nothing of it. The closure is nil without secrets.
    let hide: ((JSON, _ path: String) -> JSON?)?
  }

  private let kept: KeptHistory
  private var saved: SavedHistory
  /// Whether the history is written as a whole; otherwise as its changes since the last snapshot, if any.
  private var isWhole: Bool
  private var isChanged = true
  /// The age of the history's last step at the first snapshot; nil if the next step cannot join it.
  let age: Int64?
  /// The sizes of its steps in bytes.
  private var sizes: [UInt64: (step: JSONUndoStep, bytes: Int)]

  /// Returns the histories of a snapshot with as many steps as fit, those undone and redone first.
  static func parts(
    of histories: [KeptHistory], at clock: UInt64, passed: Int64, after before: [SavedPart],
    _ limits: Limits
  ) -> [SavedPart] {
    let known = Dictionary(before.map { ($0.kept.name, $0) }) { first, _ in first }
    var parts = histories.map { kept in
      let then = known[kept.name]
      return SavedPart(
        kept: kept, saved: then?.saved ?? SavedHistory(isFollowed: true), isWhole: then == nil,
        age: kept.age(at: clock).map { $0 &- passed }, sizes: then?.sizes ?? [:])
    }
    var lists = histories.flatMap { kept in
      [StepList(kept.history.changes.keptUndo), StepList(kept.history.changes.keptRedo)]
    }
    var room = limits.bytes
    for part in parts { room -= part.frameBytes }
    lists.fill(&room) { list, step, _ in parts[list / 2].bytes(of: step, limits) }
    for index in parts.indices {
      let (undo, redo) = (lists[2 * index], lists[2 * index + 1])
      if let then = known[parts[index].kept.name], parts[index].kept.isSame(as: then.kept),
        then.saved.has(undo: undo.count, redo: redo.count)
      {
        parts[index].isChanged = false
      } else {
        parts[index].follow(undo.kept, redo.kept, limits)
      }
    }
    return parts.filter { !$0.saved.isEmpty || $0.kept.history.changes.joiningNext.group != nil }
  }

  private mutating func follow(_ undo: [KeptStep], _ redo: [KeptStep], _ limits: Limits) {
    let changes = kept.history.changes
    let serials = Set((changes.keptUndo + changes.keptRedo).map { $0.change.serial })
    sizes = sizes.filter { serials.contains($0.key) }
    let hide = limits.hide.map { hide in
      { [kept] (entry: JSONUndoStep.Entry) -> JSONUndoStep.Before in
        guard case .value(let old) = entry.before else { return entry.before }
        if let open = hide(old, kept.path(of: entry.place)) { return .value(open) }
        // A removed place must have had a value.
        return entry.isRemoved ? .value(.null) : .untouched
      }
    }
    saved.follow(kept.history.noted, undo: undo, redo: redo, hide: hide)
    // Most of the history is new, so that the changes would be longer.
    guard !isWhole, 2 * saved.changeCount > saved.size else { return }
    isWhole = true
    saved = SavedHistory(isFollowed: true)
    saved.follow(kept.history.noted, undo: undo, redo: redo, hide: hide)
  }

  private mutating func bytes(of kept: KeptStep, _ limits: Limits) -> Int {
    let bytes = bytes(ofWrites: kept.change, limits)
    return bytes == .max ? bytes : bytes + kept.labelBytes
  }

  private mutating func bytes(ofWrites step: JSONUndoStep, _ limits: Limits) -> Int {
    if let known = sizes[step.serial], known.step.isSame(as: step) { return known.bytes }
    let bytes = step.savedBytes(kept.history.noted, atMost: limits.bytes)
    sizes[step.serial] = (step, bytes)
    return bytes
  }

  /// An upper bound of the bytes of the saved form without places and steps.
  private var frameBytes: Int {
    let places = kept.history.places
    let words =
      places.words.map(\.name) + [kept.at.text, places.part.text, places.shown?.text ?? ""]
    let joining = kept.history.changes.joiningNext
    let texts = words + [joining.lastKey ?? "", joining.group?.label ?? ""]
    return texts.reduce(280) { $0 + 6 * $1.utf8.count }
  }

  // MARK: Writing

  /// The saved form of a history that is written as a whole.
  var json: JSON { kept.json(saved, age: age) }

  /// Writes the changes since the histories of another snapshot.
  static func write(_ parts: [SavedPart], since old: [SavedPart], into patch: JSONPatch) {
    if parts.isEmpty { return old.isEmpty ? () : patch.add(.remove, "/histories") }
    if old.isEmpty {
      return patch.put(.add, "/histories", JSON(elements: parts.map(\.json)))
    }
    forEachChange(from: old.map(\.kept.name), to: parts.map(\.kept.name)) { change in
      switch change {
      case .remove(let at): patch.add(.remove, "/histories/\(at)")
      case .insert(let at, let new): patch.put(.add, "/histories/\(at)", parts[new].json)
      case .keep(let at, let before, let new):
        parts[new].write(since: old[before], at: "/histories/\(at)", into: patch)
      }
    }
  }

  private func write(since old: SavedPart, at path: String, into patch: JSONPatch) {
    if isWhole { return patch.put(.replace, path, json) }
    if age != old.age {
      if let age {
        patch.put(.add, "\(path)/age", JSON(integerLiteral: age))
      } else {
        patch.add(.remove, "\(path)/age")
      }
    }
    let before = old.kept.joiningMembers(undo: old.saved.undoCount)
    for ((name, now), (_, then)) in zip(kept.joiningMembers(undo: saved.undoCount), before)
    where now != then {
      if let now {
        patch.put(.add, "\(path)/\(name)", now)
      } else {
        patch.add(.remove, "\(path)/\(name)")
      }
    }
    if isChanged { saved.write(since: old.saved, at: path, into: patch) }
  }
}
