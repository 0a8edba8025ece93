/// The operators' knowledge of a place and the places below it, for splitting the write of a whole value.
protocol JSONKnownPlace: AnyObject {
  /// The form of the rows here, if an operator has rows here.
  var rowsForm: JSONRowsForm? { get }
  /// The counts that histories here show, relative to this place.
  var countsShown: [JSONPointer] { get }
  /// Returns the place of a member, or of an element that is not a row.
  func known(_ step: JSONPointer.Segment) -> (any JSONKnownPlace)?
  /// Returns the place of a row.
  func known(row id: JSONNode) -> (any JSONKnownPlace)?
}

/// The writes that turn a value into another: only members and elements that differ are written.
///
/// Objects are compared member by member, and arrays of rows by the rows' ids (``JSONRowEdits``). Any other
/// differing value is replaced. An object with one member is also replaced if the new object has another single
/// member, because it may be another case of an enum.
struct JSONParts {
  /// A place in the value that differs, or that leads to a differing place.
  struct Part {
    /// The index of the part around this one; -1 for the whole value.
    let above: Int
    /// The key of a member.
    let key: JSONBytes?
    /// The index of an element in the new array.
    let index: Int
    /// For an array of rows.
    let rows: JSONRowsForm?
    let old: JSONNode?
    /// Whether these are counts of a history.
    let isCounts: Bool
    /// The writes in sequence. Parts further inside follow.
    fileprivate(set) var writes: [JSONWrite] = []
  }

  /// Each part follows the part around it.
  private(set) var all: [Part] = []
  private var visits: [Visit] = []

  /// Two containers to compare.
  private struct Visit {
    let above: Int
    let key: JSONBytes?
    let index: Int
    let old: JSONNode
    let new: JSONNode
    let known: (any JSONKnownPlace)?
    let counts: [Counts]
    var part = -1
  }

  /// Counts below a place.
  struct Counts {
    let pointer: JSONPointer
    /// The number of the pointer's steps that lead to the place.
    var taken = 0
  }

  /// Valid as long as both values.
  ///
  /// - Parameter counts: the counts in the value that a history further up shows.
  /// - Complexity: O(*n*) in the two values, and O(*n* log *n*) in rows that are in a different order.
  init(
    from old: JSONNode, to new: JSONNode, _ known: (any JSONKnownPlace)?, _ counts: [Counts]
  ) {
    compare(-1, nil, -1, old, new, known, counts)
    // A list, because recursion would go as deep as the state.
    var next = 0
    while next < visits.count {
      visit(next)
      next += 1
    }
    visits = []
  }

  private mutating func visit(_ number: Int) {
    let visit = visits[number]
    let counts = visit.counts + (visit.known?.countsShown ?? []).map { Counts(pointer: $0) }
    if visit.old.isArray { return visitRows(number, visit, counts) }
    var (members, common) = (JSONMembersInOrder(of: visit.old), 0)
    for member in visit.new.members {
      let old = members.value(member.key)
      if old != nil { common += 1 }
      compareMember(member.key, old, member.value, number, visit, counts)
    }
    if common == visit.old.memberCount { return }
    for member in visit.old.members where visit.new.member(member.key) == nil {
      compareMember(member.key, member.value, nil, number, visit, counts)
    }
  }

  private mutating func compareMember(
    _ key: JSONBytes, _ old: JSONNode?, _ new: JSONNode?, _ above: Int, _ visit: Visit,
    _ counts: [Counts]
  ) {
    // Most members are equal scalars.
    if let old, let new, !new.isContainer, old.isEqual(to: new) { return }
    let known = visit.known?.known(JSONPointer.Segment(key, index: -1))
    compare(above, key, -1, old, new, known, counts.below(key))
  }

  private mutating func visitRows(_ number: Int, _ visit: Visit, _ counts: [Counts]) {
    let (old, new, rows) = (visit.old, visit.new, visit.known?.rowsForm)
    let id = { (row: JSONNode) in rows.map { $0.id(of: row) } ?? JSONPathForm.id.member(of: row) }
    let isPath = rows?.isPath == true
    // The elements of a plain path get their ids in a second write, and stay the same elements.
    if isPath, old.elementCount == new.elementCount, !JSONPathForm.isLong(old) { return }
    // Plain elements are new.
    let isPlain = isPath && !JSONPathForm.isLong(new)
    let found =
      isPlain ? JSONRowEdits(replacing: old, by: new) : JSONRowEdits(from: old, to: new, by: id)
    guard let edits = found else {
      if !old.isEqual(to: new) { write([.written(over: old, by: new)], number) }
      return
    }
    let gone = edits.gone.reversed().map { JSONWrite.removed(at: $0, old.element($0)) }
    let moves = edits.moves.map { JSONWrite.moved(from: $0.from, to: $0.to) }
    let come = edits.come.compactMap { index in
      new.element(index).map { JSONWrite.inserted(at: index, $0) }
    }
    if !gone.isEmpty || !moves.isEmpty || !come.isEmpty { write(gone + moves + come, number) }
    for (index, origin) in edits.origins.enumerated() where origin >= 0 {
      guard let row = old.element(origin), let other = new.element(index) else { continue }
      let known = id(other).flatMap { visit.known?.known(row: $0) }
      compare(number, nil, index, row, other, known, counts.belowElement)
    }
  }

  /// Compares a place that is a part of both values, or of one of them.
  private mutating func compare(
    _ above: Int, _ key: JSONBytes?, _ index: Int, _ old: JSONNode?, _ new: JSONNode?,
    _ known: (any JSONKnownPlace)?, _ counts: [Counts]
  ) {
    let isCounts = counts.contains(where: \.isReached)
    if let old, let new {
      if old == new { return }
      if !isCounts, old.isTakenApart(by: new) {
        return visits.append(
          Visit(
            above: above, key: key, index: index, old: old, new: new, known: known,
            counts: counts))
      }
      if old.isEqual(to: new) { return }
    }
    let part = Part(
      above: above < 0 ? -1 : self.part(above), key: key, index: index, rows: known?.rowsForm,
      old: old, isCounts: isCounts, writes: [.written(over: old, by: new)])
    all.append(part)
  }

  private mutating func write(_ writes: [JSONWrite], _ visit: Int) {
    let part = part(visit)
    all[part].writes += writes
  }

  /// Returns the part of a visited place, made with the parts around it if needed.
  private mutating func part(_ visit: Int) -> Int {
    var missing = [visit]
    while let last = missing.last, visits[last].part < 0, visits[last].above >= 0 {
      missing.append(visits[last].above)
    }
    for here in missing.reversed() where visits[here].part < 0 {
      let (above, key) = (visits[here].above, visits[here].key)
      visits[here].part = all.count
      all.append(
        Part(
          above: above < 0 ? -1 : visits[above].part, key: key, index: visits[here].index,
          rows: visits[here].old.isArray ? visits[here].known?.rowsForm : nil,
          old: visits[here].old, isCounts: false))
    }
    return visits[visit].part
  }
}

extension JSONParts.Counts {
  var isReached: Bool { taken == pointer.segments.count }
}

extension [JSONParts.Counts] {
  /// The places at or below any element.
  var belowElement: [JSONParts.Counts] {
    if isEmpty { return [] }
    return compactMap { counts in
      let isOn = withExtendedLifetime(counts.pointer) {
        !counts.isReached && counts.pointer.segments[counts.taken].isAnyElement
      }
      return isOn ? .init(pointer: counts.pointer, taken: counts.taken + 1) : nil
    }
  }

  /// Returns the counts at or below a place one step further inside.
  func below(_ key: JSONBytes) -> [JSONParts.Counts] {
    if isEmpty { return [] }
    return compactMap { counts in
      let isOn = withExtendedLifetime(counts.pointer) {
        !counts.isReached && counts.pointer.segments[counts.taken].raw.isEqual(to: key)
      }
      return isOn ? .init(pointer: counts.pointer, taken: counts.taken + 1) : nil
    }
  }
}

extension JSONNode {
  /// Whether writing another value over this one is split into writes of the differing parts.
  func isTakenApart(by other: JSONNode) -> Bool {
    if isArray { return other.isArray }
    guard isObject, other.isObject else { return false }
    guard memberCount == 1, other.memberCount == 1, let only = firstEntry else { return true }
    return other.member(only.key) != nil
  }
}

/// A write of a whole value, which is split when a recorder first requests its parts.
final class JSONWhole {
  private let old: JSONNode
  private let new: JSONNode
  private let known: (any JSONKnownPlace)?
  private let counts: [JSONParts.Counts]
  private(set) lazy var parts = JSONParts(from: old, to: new, known, counts)

  /// Nil if the write is not split.
  init?(
    _ write: JSONWrite, _ known: @autoclosure () -> (any JSONKnownPlace)?,
    _ counts: @autoclosure () -> [JSONParts.Counts]
  ) {
    guard case .written(let old?, let new?) = write, old.isTakenApart(by: new) else { return nil }
    (self.old, self.new, self.known, self.counts) = (old, new, known(), counts())
  }

  /// Returns the same without some places, which are treated like counts.
  func leavingOut(_ places: [JSONParts.Counts]) -> JSONWhole? {
    places.isEmpty ? self : JSONWhole(.written(over: old, by: new), known, counts + places)
  }

  /// Returns the same for a part of the value, given by the steps of a pointer from an index on.
  func part(_ steps: JSONSteps, from first: Int) -> JSONWhole? {
    guard let old = steps.resolve(in: old, from: first),
      let new = steps.resolve(in: new, from: first)
    else { return nil }
    var (known, counts) = (known, counts)
    for index in first..<steps.count {
      counts = (counts + (known?.countsShown ?? []).map { .init(pointer: $0) }).below(
        steps[index].raw)
      known = known?.known(steps[index])
    }
    return JSONWhole(.written(over: old, by: new), known, counts)
  }
}

extension JSONPointer.Segment {
  /// Whether the step stands for any element.
  var isAnyElement: Bool { text == "*" }
}
