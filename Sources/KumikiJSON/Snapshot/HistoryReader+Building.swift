// Builds the places and the steps of a history from the values that were read.
extension HistoryReader {
  /// Returns the places, and the steps in the order in which they were read.
  func built() -> (JSONStepPlaces, [JSONUndoStep]) {
    var noted = JSONStepPlaces()
    var known: [Int32] = Array(repeating: JSONStepPlaces.root, count: places.count)
    var orders: [Int32?] = Array(repeating: nil, count: arrays.count)
    for (number, place) in places.enumerated() where isUsed[number] {
      switch place {
      case nil: continue
      case .member(let parent, let key):
        let pointer = JSONPointer(keys: [key])
        known[number] = withExtendedLifetime(pointer) {
          noted.makeMember(pointer.segments[0], of: known[parent])
        }
      case .element(let array, let id):
        let order =
          orders[array] ?? noted.addOrder(of: known[arrays[array].at], arrays[array].rows)
        orders[array] = order
        known[number] = noted.addElement(to: order, leftAs: id.map(JSONRowID.init))
      }
    }
    var gaps: [Gap: Int32] = [:]
    for (array, order) in orders.enumerated() {
      guard let order else { continue }
      for (gap, item) in zip(
        usedGaps(of: array), noted.setItems(of: order, items(of: array, known)))
      {
        gaps[gap] = item
      }
      if !arrays[array].isReplaced { noted.attach(order) }
    }
    let steps = steps.map { entries in
      var step = noted.makeStep()
      for entry in entries {
        let replaced = entry.arrays.map { number in
          (number < 0 ? nil : orders[number]).map(noted.id(of:)) ?? .gone
        }
        noted.note(known[entry.at], in: &step) { note in
          note.before = entry.before
          note.isInserted = entry.isInserted
          note.isRemoved = entry.isRemoved
          note.gap = gap(of: entry).flatMap { gaps[$0] } ?? -1
          note.orders = replaced
        }
      }
      return step
    }
    return (noted, steps)
  }

  private func gap(of entry: Entry) -> Gap? {
    guard let name = entry.gap, case .element(let array, _) = places[entry.at],
      let number = arrays[array].gaps[name]
    else { return nil }
    return Gap(array: array, number: number)
  }

  private func usedGaps(of array: Int) -> [Gap] {
    let count = arrays[array].items.count { $0.place == nil }
    return (0..<count).map { Gap(array: array, number: $0) }.filter(usedGaps.contains)
  }

  /// Returns the elements and gaps that steps refer to. All others count as untouched.
  private func items(
    of array: Int, _ known: [Int32]
  ) -> [(item: Int32, place: Int32, untouched: Int)] {
    var found: [(item: Int32, place: Int32, untouched: Int)] = []
    var (untouched, gap) = (0, 0)
    for item in arrays[array].items {
      untouched += item.untouched
      if let place = item.place {
        if !isUsed[place] {
          untouched += 1
          continue
        }
        found.append((-1, known[place], untouched))
      } else {
        defer { gap += 1 }
        if !usedGaps.contains(Gap(array: array, number: gap)) { continue }
        found.append((-1, -1, untouched))
      }
      untouched = 0
    }
    return found
  }
}
