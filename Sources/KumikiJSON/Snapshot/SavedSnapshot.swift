internal import KumikiValues

/// A snapshot's data outside the state, in its saved form, for writing the changes until a later snapshot.
struct SavedSnapshot {
  private let clock: UInt64
  private var follows: Bool
  private var callsDynamicReducers: Bool
  private var presentations: [(at: String, id: PresentationID)]
  private var next: JSON
  /// With their ages at the first snapshot.
  private var running: [JSONSnapshot.Followed]
  private var histories: [SavedPart]
  /// The requests in flight.
  private var requests: JSON
  /// The time since the first snapshot, in nanoseconds.
  private(set) var passed: Int64

  /// Makes the first snapshot, which is written as a whole.
  init(_ snapshot: JSONSnapshot, _ limits: SavedPart.Limits) {
    self.init(snapshot, after: nil, limits)
  }

  /// Returns a snapshot after this one.
  func followed(by snapshot: JSONSnapshot, _ limits: SavedPart.Limits) -> SavedSnapshot {
    SavedSnapshot(snapshot, after: self, limits)
  }

  private init(_ snapshot: JSONSnapshot, after before: SavedSnapshot?, _ limits: SavedPart.Limits) {
    clock = before?.clock ?? snapshot.clock
    let passed = Int64(bitPattern: snapshot.clock &- clock)
    self.passed = passed
    (follows, callsDynamicReducers) = (snapshot.follows, snapshot.callsDynamicReducers)
    presentations = snapshot.presentations.ordered {
      $0.at.utf8.lexicographicallyPrecedes($1.at.utf8)
    }
    next = snapshot.next.json
    requests = snapshot.savedRequests
    let known = Dictionary((before?.running ?? []).map { ($0.key, $0) }) { first, _ in first }
    running = snapshot.running.map { effect in
      let now = JSONSnapshot.Followed(name: effect.name, kept: effect.kept.aged(by: 0 &- passed))
      // The former one is kept, so that small differences in dates do not count as changes.
      guard let then = known[now.key], then.kept.isSame(as: now.kept) else { return now }
      return then
    }
    histories = SavedPart.parts(
      of: snapshot.histories, at: snapshot.clock, passed: passed, after: before?.histories ?? [],
      limits)
  }

  /// Whether any effect or history has an age.
  var hasAges: Bool {
    running.contains { $0.kept.age != nil || !$0.kept.windows.isEmpty }
      || histories.contains { $0.age != nil }
  }

  // MARK: Writing

  /// The members of the saved form outside the state.
  var members: [(String, JSON)] {
    var members: [(String, JSON)] = []
    // Even if the object is empty, because a later change adds members to it.
    let up = presentations.map { ($0.at, JSON(stringLiteral: $0.id.description)) }
    members.append(("presentations", JSON(members: up)))
    members.append(("next", next))
    if follows { members.append(("running", JSON(elements: running.map(\.json)))) }
    if callsDynamicReducers { members.append(("readers", true)) }
    if !histories.isEmpty { members.append(("histories", JSON(elements: histories.map(\.json)))) }
    if requests.count > 0 { members.append(("requests", requests)) }
    return members
  }

  /// Returns the changes since another snapshot, as a patch of its saved form.
  func patch(since old: SavedSnapshot) -> JSONPatch {
    let patch = JSONPatch()
    writePresentations(since: old, into: patch)
    for key in next.keys where next[key: key] != old.next[key: key] {
      patch.put(old.next[key: key] == nil ? .add : .replace, "/next/\(key)", next[key: key]!)
    }
    writeRunning(since: old, into: patch)
    if callsDynamicReducers != old.callsDynamicReducers {
      callsDynamicReducers ? patch.put(.add, "/readers", true) : patch.add(.remove, "/readers")
    }
    SavedPart.write(histories, since: old.histories, into: patch)
    if requests != old.requests {
      requests.count > 0 ? patch.put(.add, "/requests", requests) : patch.add(.remove, "/requests")
    }
    return patch
  }

  private func writePresentations(since old: SavedSnapshot, into patch: JSONPatch) {
    func path(_ at: String) -> String {
      var path = "/presentations"
      path.appendSegment(at)
      return path
    }
    // The members of an object are not ordered.
    let (from, to) = (old.presentations, presentations)
    forEachChange(from: from.map { ExactText($0.at) }, to: to.map { ExactText($0.at) }) { change in
      switch change {
      case .remove: break
      case .keep(_, let before, let new) where from[before].id == to[new].id: break
      case .insert(_, let new), .keep(_, _, let new):
        patch.put(.add, path(to[new].at), JSON(stringLiteral: to[new].id.description))
      }
    }
    let left = Set(to.map { ExactText($0.at) })
    for (at, _) in from where !left.contains(ExactText(at)) { patch.add(.remove, path(at)) }
  }

  private func writeRunning(since old: SavedSnapshot, into patch: JSONPatch) {
    guard follows else { return old.follows ? patch.add(.remove, "/running") : () }
    if !old.follows { patch.put(.add, "/running", []) }
    forEachChange(from: old.running.map(\.key), to: running.map(\.key)) { change in
      switch change {
      case .remove(let at): patch.add(.remove, "/running/\(at)")
      case .insert(let at, let new): patch.put(.add, "/running/\(at)", running[new].json)
      case .keep(let at, let before, let new):
        if old.running[before].kept.isSame(as: running[new].kept) { return }
        patch.put(.replace, "/running/\(at)", running[new].json)
      }
    }
  }
}

extension JSONSnapshot.Followed {
  /// The strings that identify the effect.
  fileprivate var key: [ExactText] {
    switch name {
    case .at(let pointer, let id): [pointer, id]
    case .texts(let texts): [""] + texts
    case .scopePath: []
    }
  }
}

extension KeptEffect {
  /// Returns the same effect, with its age and its windows' ages increased by some nanoseconds.
  fileprivate func aged(by nanoseconds: Int64) -> KeptEffect {
    KeptEffect(
      isDone: isDone, age: age.map { $0 &+ nanoseconds }, since: since, parts: parts,
      windows: windows.map {
        KeptWindow(id: $0.id.value, age: $0.age &+ nanoseconds, length: $0.length)
      })
  }

  /// Whether the effect has progressed as far as another.
  fileprivate func isSame(as other: KeptEffect) -> Bool {
    guard isDone == other.isDone, age == other.age, parts?.count == other.parts?.count,
      parts?.kinds == other.parts?.kinds, parts?.running == other.parts?.running,
      windows.count == other.windows.count
    else { return false }
    // Dates are computed from two clocks, and may differ slightly.
    let apart = (since ?? 0).subtractingReportingOverflow(other.since ?? 0)
    guard (since == nil) == (other.since == nil), !apart.overflow,
      apart.partialValue.magnitude < 1_000_000
    else { return false }
    return windows.allSatisfy { window in
      other.windows.contains {
        $0.id.value == window.id.value && $0.age == window.age && $0.length == window.length
      }
    }
  }
}
