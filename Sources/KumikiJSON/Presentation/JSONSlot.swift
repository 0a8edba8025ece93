package import Kumiki

/// A slot in a JSON state as the presentation operator sees it: a cursor and the record beside it.
package struct JSONSlot: PresentationSlot {
  /// The cursor through which the slot was reached, valid for that access.
  let cursor: JSONCursor
  /// Retained by the place.
  let record: Uncounted<PresentationRecord>

  package var serial: UInt64 { record.with { $0.serial } }
  package var isEphemeral: Bool { record.with { $0.isEphemeral } }

  @inline(__always)
  package mutating func reconcile() {
    let node = cursor.pointee.node
    cursor.pointee.document.with { document in
      record.with { $0.reconcile(node, in: document) }
    }
  }

  // Inlined, because a call would cost a stack frame for each level of presentations.
  @inline(__always)
  package mutating func modifyPresented<Result>(_ body: (inout JSONState) -> Result) -> Result? {
    guard serial != 0 else { return nil }
    let result = body(&cursor.pointee)
    reconcile()
    return result
  }

  package mutating func present(_ source: JSONAction, id: PresentationID?) {
    guard cursor.pointee.takesIn(source.node) else {
      return ReduceContext.report(
        .actionMisfit, "the state would be too deep or too large; nothing was presented",
        label: "", statePath: cursor.pointee.path)
    }
    var state = source.node.retained()
    if cursor.pointee.document.with({ $0.hasDeclared }) {
      guard let whole = try? cursor.pointee.taken(stealing: state) else { return }
      state = whole
    }
    guard cursor.pointee.put(stealing: state) else { return }
    cursor.pointee.changed(below: true)
    record.with { $0.arrive(state, .presented(id)) }
    cursor.pointee.arrived()
  }

  package mutating func dismiss() {
    if cursor.pointee.document.with({ $0.hasDeclared }),
      (try? cursor.pointee.admit(JSONNode.null)) == nil
    {
      return
    }
    guard cursor.pointee.put(stealing: JSONNode.null) else { return }
    cursor.pointee.changed(below: true)
    record.with { $0.end() }
    cursor.pointee.arrived()
  }
}

/// Reaches a slot: the containers around it must exist, the slot itself may be null or absent. A class, so
/// that a closure that captures it retains one reference.
package final class JSONSlotOptic: JSONPointerOptic, SlotStateOptic, @unchecked Sendable {
  package let pointer: JSONPointer
  private let steps: JSONSteps
  let options: JSONSlotOptions

  package init(_ pointer: JSONPointer, _ options: JSONSlotOptions) {
    self.pointer = pointer
    steps = pointer.segments
    self.options = options
  }

  package var absence: Issue.Code { .absentDestination }
  var isOptional: Bool { true }

  package func modify<Result>(
    _ root: inout JSONState, _ body: (inout JSONSlot) -> Result
  ) -> Result? {
    // The caller keeps the optic alive, so the closure need not retain it.
    let optic = Uncounted(self)
    let result = root.visit(steps) { cursor in
      let record = cursor.slotHere ?? optic.with { $0.makeRecord(&cursor) }
      return JSONCursor.with(&cursor) { cursor in
        var slot = JSONSlot(cursor: cursor, record: record)
        return body(&slot)
      }
    }
    if result == nil { endSlot(of: &root) }
    return result
  }

  package func settledSerial(in root: inout JSONState) -> UInt64? {
    guard var place = root.place else { return nil }
    for step in steps {
      guard let below = place.with({ $0.child(step) }) else { return nil }
      place = below
    }
    let writes = root.document.with { $0.writes }
    return place.with { $0.slotHere?.with { $0.serial(settledAt: writes) } ?? nil }
  }

  // Code that runs once is kept apart from code that runs at each step.

  @inline(never)
  private func makeRecord(_ cursor: inout JSONState) -> Uncounted<PresentationRecord> {
    Uncounted(cursor.makeSlot(options))
  }

  @inline(never)
  private func endSlot(of root: inout JSONState) {
    // Even if the containers around it are gone.
    root.place?.with { $0.existing(pointer)?.slot }?.end()
  }
}

extension JSONState {
  /// The slot exactly here, if an operator or an observer has made one.
  var slot: PresentationRecord? { place?.with { $0.slot } }

  fileprivate var slotHere: Uncounted<PresentationRecord>? {
    @inline(__always) get { place?.with { $0.slotHere } }
  }

  /// The slot exactly here, made on first use. Its place must exist.
  mutating func makeSlot(_ options: JSONSlotOptions) -> PresentationRecord {
    let place = makePlace()
    if let slot = place.slot { return slot }
    let record = PresentationRecord(
      options, document.with { $0.identifiers })
    if let former = document.with({ $0.former?.slot(of: place) }) {
      record.goOn(from: former, node)
    }
    record.reconcile(node)
    place.slot = record
    return record
  }

  /// Whether a value may be put here, by the limits of the state.
  func takesIn(_ value: JSONNode) -> Bool {
    document.with { $0.takesIn(value, at: depth, over: node) }
  }

  /// Replaces the value here, unless the state would become too deep or too large.
  package mutating func write(_ json: JSON) throws(JSONError) {
    guard takesIn(json.node) else {
      throw JSONError(.tooDeep, message: "the state would be too deep or too large")
    }
    if document.with({ $0.hasDeclared }) {
      // Missing members are not added, because the feature has written everything it has; a store would add
      // them.
      let whole = (try? completed(json.node)) ?? json
      let misfit =
        declaredMismatch(of: whole.node) ?? place?.with { $0.requirements.mismatch(of: whole.node) }
      if let misfit { throw JSONError(.decode, message: misfit.error.description) }
    }
    replace(with: json)
  }

  /// Replaces the value here.
  mutating func replace(with json: JSON) {
    guard put(stealing: json.withNode { $0.retained() }) else { return }
    changed(below: true)
  }

  /// This cursor's place and those of the cursors above, made if needed.
  mutating func makePlace() -> WatchedNode {
    if let place { return place.object }
    guard let (parent, segment) = above else { preconditionFailure("a root without a place") }
    let outer = parent.pointee.makePlace()
    let made =
      if let id = node.flatMap({ node in outer.rows.flatMap { $0.id(of: node) } }) {
        outer.makeRowChild(JSONRowID(borrowing: id))
      } else {
        outer.makeChild(segment)
      }
    place = Uncounted(made)
    return made
  }

  /// Refuses a write to another case than the present one of a presented value, an optional child or a path's
  /// element.
  func checkCase() throws(JSONWriteError) {
    guard let (parent, segment) = above, parent.pointee.keepsItsCase,
      let value = parent.pointee.node, JSONCase.of(value) != nil, !segment.isCase(of: value)
    else { return }
    reportWrongCase(at: [], while: value)
    throw .invalid
  }

  /// Refuses a write by a pointer that continues below another case than the present one.
  func reportWrongCase(_ steps: JSONSteps) throws(JSONWriteError) {
    guard var here = node else { return }
    var keepsItsCase = keepsItsCase
    var place = place?.object
    // In a navigation path with cases: the number of steps below the array. Two lead to the element.
    var below: Int?
    for segment in steps {
      guard let next = segment.child(of: here) else {
        if !keepsItsCase || here.isNull { return }
        reportWrongCase(at: steps.map(\.text), while: here)
        throw .invalid
      }
      below = place?.hasCases == true ? 1 : below.map { $0 + 1 }
      place = place?.below(segment, at: next)
      keepsItsCase =
        below == 2 || place?.slot?.keepsItsCase == true || place?.requirements.keepsItsCase == true
      here = next
    }
  }

  /// Whether the value here is an enum that changes its case only as a whole.
  private var keepsItsCase: Bool {
    if let slotHere { return slotHere.with { $0.keepsItsCase } }
    if place?.with({ $0.requirements.keepsItsCase }) == true { return true }
    guard let array = parent?.pointee.parent else { return false }
    return array.pointee.place?.with { $0.hasCases } ?? false
  }

  private func reportWrongCase(at steps: [String], while value: JSONNode) {
    let path = steps.reduce(into: path) { $0.appendSegment($1) }
    report(
      .writeWrongCase,
      "a case that is not up was written at \(path), while the state there is "
        + "\(JSONCase.name(of: value) ?? JSONError.found(value)); nothing changed. "
        + "Set what is above it to move to another case.", at: path, around: steps)
  }
}

extension WatchedNode {
  /// The place one step below, if one was made; a row's is found by its id.
  fileprivate func below(_ segment: JSONPointer.Segment, at node: JSONNode) -> WatchedNode? {
    guard let rows else { return child(segment)?.object }
    return rows.id(of: node).flatMap { rowChildren[JSONRowID(borrowing: $0)] }
  }
}
