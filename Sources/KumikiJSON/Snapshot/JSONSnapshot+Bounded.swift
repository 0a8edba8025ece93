internal import KumikiValues

extension JSONSnapshot {
  /// Returns the snapshot with its histories limited to a number of bytes in JSON. The steps that are undone and
  /// redone first are kept.
  ///
  /// - Complexity: O(*n*) in the bytes that are kept, and in the number of steps; not in the bytes of all steps,
  ///   because one may be as large as the state.
  package func bounded(historyBytes most: Int) -> JSONSnapshot {
    var bounded = self
    var room = most
    while room > 0 {
      let used: Int
      (bounded.histories, used) = histories(fitting: room)
      let bytes = bounded.historyBytes
      if bytes <= most { return bounded }
      // The places of steps take some bytes, too.
      room = min(used - 1, Int(Double(used) * (Double(most) / Double(bytes))))
    }
    bounded.histories = []
    return bounded
  }

  private var historyBytes: Int {
    // Includes the brackets and the commas. A history that cannot be written as JSON text is too large.
    histories.reduce(histories.count + 1) {
      $0 + ((try? $1.json(at: clock).text().utf8.count) ?? .max / 1024)
    }
  }

  /// Returns the histories with the steps that fit into a number of bytes, one of each history in turn.
  ///
  /// - Returns: also the bytes that the values take.
  private func histories(fitting most: Int) -> ([KeptHistory], used: Int) {
    var room = most
    var lists = histories.flatMap { kept in
      [StepList(kept.history.changes.keptUndo), StepList(kept.history.changes.keptRedo)]
    }
    lists.fill(&room) { _, step, room in step.change.bytes(atMost: room) }
    let found = histories.enumerated().map { index, kept in
      let (undo, redo) = (lists[2 * index], lists[2 * index + 1])
      return undo.hasAll && redo.hasAll ? kept : kept.keeping(undo: undo.count, redo: redo.count)
    }
    return (found.filter { !$0.history.isEmpty }, most - room)
  }
}

extension KeptHistory {
  /// Returns a copy with the steps that are undone and redone first.
  fileprivate func keeping(undo: Int, redo: Int) -> KeptHistory {
    let copy = JSONHistory(copying: history)
    copy.keep(undo: undo, redo: redo)
    return KeptHistory(at: at, history: copy)
  }
}
