package import KumikiValues

/// A slot in a JSON state for the presentation operator: a cursor and the slot's record.
package struct JSONSlot: PresentationSlot {
  /// The cursor to the slot, valid during the access.
  let cursor: JSONCursor
  /// The slot's record, retained by the place.
  let record: Uncounted<PresentationRecord>

  package var serial: UInt64 { record.with { $0.serial } }
  package var writes: UInt64? { cursor.pointee.document.with { $0.burst.writes } }
  package var isEphemeral: Bool { record.with { $0.isEphemeral } }

  @inline(__always)
  package mutating func reconcile() {
    let node = cursor.pointee.node
    cursor.pointee.document.with { document in
      if record.with({ $0.reconcile(node, document.burst.writes, document.burst.structure) }) {
        cursor.pointee.place?.object.touchSlotsBelow(&document.burst)
      }
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
    let document = cursor.pointee.document
    let before = document.with { $0.room.amount }
    guard cursor.pointee.takesIn(source.node) else { return cursor.pointee.refusePresenting() }
    var state = source.node.retained()
    if document.with({ $0.hasDeclared }) {
      do throws(JSONWriteError) {
        state = try cursor.pointee.taken(stealing: state)
      } catch {
        document.with { $0.room.amount = before }
        if error == .tooDeep || error == .tooLarge { cursor.pointee.refusePresenting() }
        return
      }
    }
    if cursor.pointee.put(stealing: state) {
      cursor.pointee.land(.presented(id))
    } else {
      document.with { $0.room.amount = before }
    }
  }

  package mutating func dismiss() {
    if cursor.pointee.document.with({ $0.hasDeclared }),
      (try? cursor.pointee.admit(JSONNode.null)) == nil
    {
      return
    }
    let key = cursor.pointee.newKeyBytes
    if cursor.pointee.put(stealing: JSONNode.null) {
      cursor.pointee.document.with { $0.room.addNull(key: key) }
      cursor.pointee.land(.assigned)
    }
  }
}

extension JSONState {
  /// Reports that the state has no room for the value that an action presents.
  @inline(never)
  fileprivate func refusePresenting() {
    ReduceContext.report(
      .actionMisfit, "the state would be too deep or too large; nothing was presented",
      label: "", statePath: path)
  }
}

/// Accesses a slot. The containers around it must exist; the slot itself may be null or absent. A class, so that
/// a closure that captures it retains one reference.
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

  package func settledSerial(
    in root: inout JSONState, last: (serial: UInt64, writes: UInt64?)
  ) -> UInt64? {
    let writes = root.document.with { $0.burst.writes }
    if writes == last.writes { return last.serial }
    guard var place = root.place else { return nil }
    for step in steps {
      guard let below = place.with({ $0.child(step) }) else { return nil }
      place = below
    }
    return place.with { $0.slot.here?.with { $0.serial(settledAt: writes) } ?? nil }
  }

  // Code that runs once is separate from code that runs at each step.

  @inline(never)
  private func makeRecord(_ cursor: inout JSONState) -> Uncounted<PresentationRecord> {
    Uncounted(cursor.makeSlot(options))
  }

  @inline(never)
  private func endSlot(of root: inout JSONState) {
    // Even if the containers around the slot are gone.
    root.place?.with { $0.existing(pointer)?.slot.record }?.end()
  }
}
