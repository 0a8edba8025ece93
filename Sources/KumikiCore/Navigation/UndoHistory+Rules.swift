public import DequeModule

// The rules of a history: which steps are kept, and which steps join the last one.
extension UndoHistory {
  /// Adds a step. Steps that were undone before can no longer be redone.
  ///
  /// - Parameters:
  ///   - now: the time of the step; nil if the next step cannot join this one by the time.
  ///   - drop: called with each change that is no longer stored.
  @inlinable
  package mutating func push(
    _ kept: consuming Kept, key: String? = nil, limit: Int, at now: UInt64?,
    _ drop: (Change) -> Void
  ) {
    stated = nil
    if !redo.isEmpty {
      for kept in redo { drop(kept.change) }
      redo = []
    }
    if let label = joining.pushed(key: key, at: now) { kept.label = label }
    undo.append(kept)
    while undo.count > limit { dropOldest(drop) }
  }

  @inlinable
  mutating func dropOldest(_ drop: (Change) -> Void) {
    drop(undo.removeFirst().change)
    droppedCount += 1
  }

  /// Drops the oldest steps until the others fit into a number of bytes. The last step stays.
  ///
  /// - Complexity: O(*n*) in the steps. Each step is measured once.
  package mutating func keep(
    bytes most: Int, _ measure: (Change) -> Int, _ drop: (Change) -> Void
  ) {
    var (room, count) = (most, 0)
    for index in undo.indices.reversed() {
      if undo[index].bytes < 0 { undo[index].bytes = measure(undo[index].change) }
      if undo[index].bytes > room, count > 0 { break }
      room -= min(room, undo[index].bytes)
      count += 1
    }
    while undo.count > count { dropOldest(drop) }
  }

  /// Whether a step joins the last one.
  @inlinable
  package mutating func joins(_ said: UndoDescription?, at now: UInt64, within time: UInt64) -> Bool
  {
    joining.joins(
      said, hasUndo: !undo.isEmpty, hasRedo: !redo.isEmpty, at: now, within: time)
  }

  @usableFromInline
  package mutating func endGroup() { joining.endGroup() }

  /// Gives the last step a label, if it has none.
  @usableFromInline
  package mutating func label(_ label: String?) {
    if let label, let index = undo.indices.last, undo[index].label == nil {
      undo[index].label = label
    }
  }

  /// Removes and returns the last step, so that changes can be added to it.
  @inlinable
  package mutating func takeLast() -> Kept? { undo.popLast() }

  /// Puts the last step back.
  @inlinable
  package mutating func putLast(_ kept: consuming Kept) { undo.append(kept) }

  /// Removes and returns the change that undoes the last step, or redoes the next one; nil without such a change.
  ///
  /// - Parameter left: the number of steps to leave.
  @inlinable
  package mutating func take(_ word: UndoAction, leaving left: Int = 0) -> Kept? {
    stated = nil
    joining.separate()
    guard (word == .undo ? undo.count : redo.count) > left else { return nil }
    return word == .undo ? undo.popLast() : redo.popLast()
  }

  /// Puts back a change that was taken out and could not be used.
  @inlinable
  package mutating func putBack(_ kept: consuming Kept, _ word: UndoAction) {
    if word == .undo { undo.append(kept) } else { redo.append(kept) }
  }

  /// Adds the change that reverts an undo or a redo.
  @inlinable
  package mutating func put(_ kept: consuming Kept, after word: UndoAction) {
    if word == .undo { redo.append(kept) } else { undo.append(kept) }
  }

  @inlinable
  package mutating func clear() { self = Self() }

  /// Calls `body` with each change, oldest first.
  @inlinable
  package mutating func update(_ body: (inout Change) -> Void) {
    for index in undo.indices { body(&undo[index].change) }
    for index in redo.indices { body(&redo[index].change) }
  }

  /// The current position of the history.
  @inlinable
  package var mark: UndoMark { UndoMark(undo.count, redo.count, droppedCount, joining) }
}

// MARK: - Saving

extension UndoHistory {
  /// Creates a history of some steps, oldest first.
  package init(undo: [Kept], redo: [Kept], droppedCount: Int, _ joining: UndoJoining) {
    self.undo = Deque(undo)
    self.redo = redo
    self.droppedCount = droppedCount
    self.joining = joining
  }

  /// The steps that can be undone. The first element is undone last.
  package var keptUndo: [Kept] { Array(undo) }
  /// The steps that can be redone. The first element is redone last.
  package var keptRedo: [Kept] { redo }
  package var dropped: Int { droppedCount }
  package var joiningNext: UndoJoining { joining }

  /// Moves the history to a clock that is ahead by a number of nanoseconds.
  package mutating func move(by nanoseconds: UInt64) {
    joining.move(by: nanoseconds)
  }
}
