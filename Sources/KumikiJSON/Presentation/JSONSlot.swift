package import Kumiki

/// A slot in a JSON state as the presentation operator sees it: a cursor and the record beside it.
package struct JSONSlot: PresentationSlot {
  /// The cursor by which the slot was reached, valid for that access.
  let cursor: JSONCursor
  /// The place retains it.
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

  // Inlined, as a call would cost each level of presentations a frame of stack.
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

/// Reaches a slot: the containers around it must be there, the slot itself may be null or absent. A class,
/// so that a closure that captures it retains one reference.
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

  package func revision(of root: JSONState) -> UInt64? {
    root.document.with { $0.writes }
  }

  // What happens once stays out of the way of what happens at each step.

  @inline(never)
  private func makeRecord(_ cursor: inout JSONState) -> Uncounted<PresentationRecord> {
    Uncounted(cursor.makeSlot(options))
  }

  @inline(never)
  private func endSlot(of root: inout JSONState) {
    // Also where the containers around it have gone.
    root.place?.with { $0.existing(pointer)?.slot }?.end()
  }
}

extension JSONState {
  /// The slot that is exactly here, if a layer or an observer knows one.
  var slot: PresentationRecord? { place?.with { $0.slot } }

  fileprivate var slotHere: Uncounted<PresentationRecord>? {
    @inline(__always) get { place?.with { $0.slotHere } }
  }

  /// The slot that is exactly here, made on first use. Its place must be there.
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

  /// Whether a value may come to stand here.
  func takesIn(_ value: JSONNode) -> Bool {
    document.with { $0.takesIn(value, at: depth, over: node) }
  }

  /// Replaces what is here by an immutable value, unless the state would be too deep or too large.
  package mutating func write(_ json: JSON) throws(JSONError) {
    guard takesIn(json.node) else {
      throw JSONError(.tooDeep, message: "the state would be too deep or too large")
    }
    if document.with({ $0.hasDeclared }) {
      // What is missing is not added, as the feature has written all that it has; but a store would add it.
      let whole = (try? completed(json.node)) ?? json
      let misfit =
        declaredMismatch(of: whole.node) ?? place?.with { $0.claims.mismatch(of: whole.node) }
      if let misfit { throw JSONError(.decode, message: misfit.error.description) }
    }
    replace(with: json)
  }

  /// Replaces what is here by an immutable value.
  mutating func replace(with json: JSON) {
    guard put(stealing: json.withNode { $0.retained() }) else { return }
    changed(below: true)
  }

  /// This cursor's place, and those of the cursors above.
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

  /// Refuses a write to a case that a presented value, an optional child or a path's element is not in.
  func checkCase() throws(JSONWriteError) {
    guard let (parent, segment) = above, parent.pointee.keepsItsCase,
      let value = parent.pointee.node, JSONCase.of(value) != nil, !segment.isCase(of: value)
    else { return }
    reportWrongCase(at: [], while: value)
    throw .invalid
  }

  /// Refuses a write by a pointer that goes on below a case that the value is not in.
  func reportWrongCase(_ steps: JSONSteps) throws(JSONWriteError) {
    guard var here = node else { return }
    var keepsItsCase = keepsItsCase
    var place = place?.object
    // Of a path with cases: how many steps below the array this is. Two lead to the element.
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
        below == 2 || place?.slot?.keepsItsCase == true || place?.claims.keepsItsCase == true
      here = next
    }
  }

  /// True where what is here is an enum that moves to another case only as a whole.
  private var keepsItsCase: Bool {
    if let slotHere { return slotHere.with { $0.keepsItsCase } }
    if place?.with({ $0.claims.keepsItsCase }) == true { return true }
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
  /// The place one step below, where somebody asked for it: of a row by its id.
  fileprivate func below(_ segment: JSONPointer.Segment, at node: JSONNode) -> WatchedNode? {
    guard let rows else { return child(segment)?.object }
    return rows.id(of: node).flatMap { rowChildren[JSONRowID(borrowing: $0)] }
  }
}
