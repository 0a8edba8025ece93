internal import KumikiValues

extension JSONStepPlaces {
  /// Undoes a write of rows: as a write of rows, and the rows that need it one by one.
  mutating func putBack(
    _ rows: JSONUndoStep.Rows, _ work: inout JSONRestoring, _ root: inout JSONState
  ) {
    if work.isDry { return }
    guard let keys = keys(rows.array) else { return }
    var others = Array(rows.write.rows.indices)
    var back: JSONRowsWrite?
    root.reach(work.pointer(keys)) { (back, others) = $0.putBack(rows.write) }
    if let back {
      work.hasWritten = true
      keep(JSONUndoStep.Rows(array: rows.array, form: rows.form, write: back), in: &work.back)
    }
    for position in others {
      let row = rows.write.rows[position]
      let order = makeOrder(of: rows.array, rows.form)
      let element = makeElement(at: row.index, order)
      let place = makeMember(rows.write.step, of: element)
      hold(place)
      var entry = JSONUndoStep.Entry(place: place)
      entry.before = .value(JSON(borrowing: row.old))
      putBackValue(entry, &work, &root)
      release(place)
    }
  }
}
