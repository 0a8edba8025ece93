// The entries of steps, by place.
extension JSONStepPlaces {
  /// Returns a step without entries.
  mutating func makeStep() -> JSONUndoStep { JSONUndoStep(nextSerial()) }

  /// Releases a step's entries.
  mutating func drop(_ step: consuming JSONUndoStep) {
    for entry in step.entries { forget(entry) }
    if step.hasRows { for rows in step.rows { forget(rows) } }
  }

  /// Returns the index of a step's entry for a place; nil if the step has none.
  func entry(_ place: Int32, of step: JSONUndoStep) -> Int? {
    let here = places[Int(place)]
    return here.serial == step.serial && here.entry >= 0 ? Int(here.entry) : nil
  }

  /// Changes a step's entry for a place, made if needed.
  mutating func note(
    _ place: Int32, in step: inout JSONUndoStep, _ change: (inout JSONUndoStep.Entry) -> Void
  ) {
    if let known = entry(place, of: step) { return change(&step.entries[known]) }
    places[Int(place)].serial = step.serial
    places[Int(place)].entry = Int32(step.entries.count)
    places[Int(place)].uses += 1
    step.entries.append(JSONUndoStep.Entry(place: place))
    change(&step.entries[step.entries.count - 1])
  }

  /// Removes an entry from a step.
  mutating func erase(_ place: Int32, from step: inout JSONUndoStep) {
    guard let index = entry(place, of: step) else { return }
    places[Int(place)].entry = -1
    let entry = step.entries[index]
    let last = step.entries.removeLast()
    if index < step.entries.count {
      step.entries[index] = last
      if places[Int(last.place)].serial == step.serial {
        places[Int(last.place)].entry = Int32(index)
      }
    }
    forget(entry)
  }

  /// Removes a step's entries for transient members, and the transient members from its old values.
  ///
  /// - Parameter part: the place of the part.
  @inline(never)
  mutating func leaveOutTransient(of step: inout JSONUndoStep, in part: JSONTransient.Place) {
    for index in step.rows.indices.reversed() {
      let rows = step.rows[index]
      // Any index stands for the element.
      let keys = formerKeys(rows.array) + ["0", rows.write.step.text]
      guard part.inside(JSONPointer(keys: keys)) == nil else { continue }
      step.rows.remove(at: index)
      forget(rows)
    }
    // In the same order, because an undo tells which of its places has gone.
    let entries = exchange(&step.entries, with: [])
    for var entry in entries {
      let index = Int(entry.place)
      let isKnown = places[index].serial == step.serial
      guard let place = part.inside(JSONPointer(keys: formerKeys(entry.place))) else {
        if isKnown { places[index].entry = -1 }
        forget(entry)
        continue
      }
      if isKnown { places[index].entry = Int32(step.entries.count) }
      if case .value(let old) = entry.before {
        entry.before = .value(JSONTransient.Place?(place).of(old))
      }
      step.entries.append(entry)
    }
  }

  private mutating func forget(_ entry: JSONUndoStep.Entry) {
    if entry.gap >= 0 { close(entry.gap, places[Int(entry.place)].home) }
    release(entry.place)
  }

  /// Whether a step has written a whole value around a place.
  func isInsideWhole(_ place: Int32, of step: JSONUndoStep) -> Bool {
    var here = above(place)
    while here >= 0 {
      if let known = entry(here, of: step), step.entries[known].isWhole { return true }
      here = above(here)
    }
    return false
  }

  // MARK: Changes of a step

  /// Whether the part existed before a step that has written it.
  func wasThere(_ step: JSONUndoStep) -> Bool {
    guard let known = entry(Self.root, of: step), case .nothing = step.entries[known].before
    else { return true }
    return false
  }

  /// Whether a step has only replaced values, none of them inside a value that it wrote later.
  func isPlain(_ step: JSONUndoStep) -> Bool {
    if step.entries.contains(where: \.isOfOrder) { return false }
    return step.entries.count == 1 || !step.entries.contains { isInsideWhole($0.place, of: step) }
  }
}
