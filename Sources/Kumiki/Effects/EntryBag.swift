/// A set of running effects that allocates nothing for one, and answers them in the order of acceptance.
struct EntryBag {
  private var single: EffectEntry?
  private var others: [UInt64: EffectEntry] = [:]

  var isEmpty: Bool { single == nil && others.isEmpty }

  /// From the first accepted to the last.
  var ordered: [EffectEntry] {
    var all = Array(others.values)
    if let single { all.append(single) }
    if all.count > 1 { all.sort { $0.serial < $1.serial } }
    return all
  }

  mutating func insert(_ entry: EffectEntry) {
    if single == nil { single = entry } else { others[entry.serial] = entry }
  }

  mutating func remove(_ entry: EffectEntry) {
    if single === entry { single = nil } else { others[entry.serial] = nil }
  }
}
