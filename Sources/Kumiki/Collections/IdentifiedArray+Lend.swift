/// Lends the row that has an id, to code that knows the types at run time only.
///
/// `Slot` is `Element?`, named as a type parameter: unspecialised code looks an optional's type up at each
/// use, which costs more than finding the row.
package final class RowLender<ID: Hashable, Element, Slot> {
  private let id: ID

  fileprivate init(_ id: ID) { self.id = id }

  /// Calls `body` with the row, which is lent and not copied; not where there is none.
  package func lendRow(of rows: IdentifiedArray<ID, Element>, _ body: (Element) -> Void) {
    // The caller's value holds it.
    Uncounted(rows.storage).with { storage in
      guard let slot = storage.slots[id] else { return }
      unsafe unsafeBitCast(storage.rows, to: ContiguousArray<Slot>.self).withUnsafeBufferPointer {
        slots in
        // An optional's payload begins at the address of the optional.
        let row = unsafe UnsafeRawPointer(slots.baseAddress! + slot)
        unsafe lend(row.assumingMemoryBound(to: Element.self), to: body)
      }
    }
  }
}

extension IdentifiedArray {
  package static func lender(of id: ID) -> RowLender<ID, Element, Element?> { RowLender(id) }
}
