internal import KumikiValues

/// The saved form of a history, to be written as a whole or as its changes. docs/formats.md has the grammar.
struct SavedHistory {
  private var places = SavedPlaces()
  private var undo: [SavedStep] = []
  private var redo: [SavedStep] = []
  /// Whether changes will be written later. Gaps then have names, and arrays only referred to have numbers.
  private let isFollowed: Bool

  init(isFollowed: Bool) { self.isFollowed = isFollowed }

  var isEmpty: Bool { undo.isEmpty && redo.isEmpty }
  var undoCount: Int { undo.count }

  /// Whether the saved form has these numbers of steps.
  func has(undo undoCount: Int, redo redoCount: Int) -> Bool {
    undo.count == undoCount && redo.count == redoCount
  }

  /// Updates the saved form from a history. Some of the history's steps may be in the saved form already.
  ///
  /// - Parameter hide: returns the part of an entry's old value to save.
  mutating func follow(
    _ noted: JSONStepPlaces, undo: [KeptStep], redo: [KeptStep],
    hide: ((JSONUndoStep.Entry) -> JSONUndoStep.Before)? = nil
  ) {
    places.begin(noted)
    let known = Dictionary((self.undo + self.redo).map { ($0.serial, $0) }) { first, _ in first }
    var newGaps: Set<Int32> = []
    for kept in undo + redo {
      number(kept.change, knownAs: known[kept.change.serial], noted, &newGaps)
    }
    places.follow(noted, newGaps: newGaps)
    func saved(_ steps: [KeptStep]) -> [SavedStep] {
      steps.map { SavedStep($0, places, knownAs: known[$0.change.serial], hide: hide) }
    }
    (self.undo, self.redo) = (saved(undo), saved(redo))
  }

  private mutating func number(
    _ step: JSONUndoStep, knownAs known: SavedStep?, _ noted: JSONStepPlaces,
    _ newGaps: inout Set<Int32>
  ) {
    // By index: a pair of an index and an entry would bring the padding of entries into registers, which
    // valgrind reports as an uninitialised value.
    for index in step.entries.indices {
      let entry = step.entries[index]
      _ = places.makeNumber(of: entry.place, noted)
      if entry.gap >= 0 {
        if known?.has(entry, at: index) != true { newGaps.insert(entry.gap) }
      }
      guard isFollowed else { continue }
      for order in entry.orders where noted.exists(order) {
        _ = places.makeNumber(ofOrder: order.index, noted)
      }
    }
  }

  /// The members of the saved form for places and steps, when it is written as a whole.
  var members: [(String, JSON)] {
    [
      ("places", JSON(elements: places.added)),
      ("arrays", JSON(elements: places.arrays.map { $0.json(names: isFollowed) })),
      ("undo", JSON(elements: undo.map(\.json))), ("redo", JSON(elements: redo.map(\.json))),
    ]
  }

  /// The number of places that are new since the last update.
  var changeCount: Int { places.added.count }

  /// The number of places in the saved form, plus the number of writes by steps.
  var size: Int {
    places.count + undo.reduce(0) { $0 + $1.entries.count }
      + redo.reduce(0) { $0 + $1.entries.count }
  }

  /// Writes the changes since an earlier snapshot of the same history.
  ///
  /// - Parameter path: the path of the history in the saved form.
  func write(since old: SavedHistory, at path: String, into patch: JSONPatch) {
    for (number, form) in places.changed {
      patch.put(.replace, "\(path)/places/\(number - 1)", form)
    }
    for form in places.added { patch.put(.add, "\(path)/places/-", form) }
    for (number, array) in places.arrays.enumerated() {
      let at = "\(path)/arrays/\(number)"
      if number >= old.places.arrays.count {
        patch.put(.add, at, array.json(names: true))
      } else if array.isFramed(as: old.places.arrays[number]) {
        Self.write(array.items, since: old.places.arrays[number].items, at: at, into: patch)
      } else {
        patch.put(.replace, at, array.json(names: true))
      }
    }
    Self.write(undo, since: old.undo, at: "\(path)/undo", into: patch)
    Self.write(redo, since: old.redo, at: "\(path)/redo", into: patch)
  }

  private static func write(
    _ items: [SavedPlaces.Item], since old: [SavedPlaces.Item], at path: String,
    into patch: JSONPatch
  ) {
    if items == old { return }
    forEachChange(from: old.map(\.key), to: items.map(\.key)) { change in
      switch change {
      case .remove(let at): patch.add(.remove, "\(path)/items/\(at)")
      case .insert(let at, let new):
        patch.put(.add, "\(path)/items/\(at)", items[new].json(names: true))
      case .keep(let at, let before, let new):
        if items[new] == old[before] { return }
        patch.put(.replace, "\(path)/items/\(at)", items[new].json(names: true))
      }
    }
  }

  private static func write(
    _ steps: [SavedStep], since old: [SavedStep], at path: String, into patch: JSONPatch
  ) {
    forEachChange(from: old.map(\.serial), to: steps.map(\.serial)) { change in
      switch change {
      case .remove(let at): patch.add(.remove, "\(path)/\(at)")
      case .insert(let at, let new): patch.put(.add, "\(path)/\(at)", steps[new].json)
      case .keep(let at, let before, let new):
        write(steps[new], since: old[before], at: "\(path)/\(at)", into: patch)
      }
    }
  }

  /// Writes the changes of a step that was joined with a later step.
  private static func write(
    _ step: SavedStep, since old: SavedStep, at path: String, into patch: JSONPatch
  ) {
    if step.label != old.label { return patch.put(.replace, path, step.json) }
    let path = step.label == nil ? path : "\(path)/writes"
    for index in stride(from: old.entries.count - 1, to: step.entries.count - 1, by: -1) {
      patch.add(.remove, "\(path)/\(index)")
    }
    for index in step.entries.indices {
      if index >= old.entries.count {
        patch.put(.add, "\(path)/-", step.json(ofEntry: index))
      } else if !step.isSame(index, as: old) {
        patch.put(.replace, "\(path)/\(index)", step.json(ofEntry: index))
      }
    }
  }
}

extension JSONPatch {
  /// Adds an operation with a value.
  func put(_ operation: Operation, _ path: String, _ value: JSON) {
    value.withNode { add(operation, path, $0) }
  }
}
