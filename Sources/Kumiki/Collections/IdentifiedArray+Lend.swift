/// Lends the row that has an id, to code that knows the types at run time only.
///
/// `Slot` is `Element?`. There each use of an optional looks its type up, which costs more than all
/// else that has to be done for a row; a type of this object is at hand.
package final class RowLender<ID: Hashable, Element, Slot> {
  private let id: ID

  fileprivate init(_ id: ID) { self.id = id }

  /// Calls `body` with the row, which is lent and not copied; not where there is none.
  package func lendRow(of rows: IdentifiedArray<ID, Element>, _ body: (Element) -> Void) {
    // The caller's value holds it.
    Uncounted(rows.storage).with { storage in
      guard let slot = storage.slots[id] else { return }
      unsafeBitCast(storage.rows, to: ContiguousArray<Slot>.self).withUnsafeBufferPointer { slots in
        // The payload of an optional lies where the optional does.
        let row = UnsafeRawPointer(slots.baseAddress! + slot)
        lend(row.assumingMemoryBound(to: Element.self), to: body)
      }
    }
  }
}

extension IdentifiedArray {
  package static func lender(of id: ID) -> RowLender<ID, Element, Element?> { RowLender(id) }
}
