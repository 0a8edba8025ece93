/// Lends the row with an id to code that knows the types only at run time.
///
/// `Slot` is `Element?`, passed as a type parameter, because unspecialised code looks up an optional's type at each
/// use, which costs more than finding the row.
package final class RowLender<ID: Hashable, Element, Slot> {
  private let id: ID

  fileprivate init(_ id: ID) { self.id = id }

  /// Calls `body` with the row, borrowed and not copied. Does not call `body` if no row has the id.
  package func lendRow(of rows: IdentifiedArray<ID, Element>, _ body: (Element) -> Void) {
    // The caller's value keeps the storage alive.
    Uncounted(rows.storage).with { storage in
      guard let slot = storage.slots[id] else { return }
      unsafe unsafeBitCast(storage.rows, to: ContiguousArray<Slot>.self).withUnsafeBufferPointer {
        slots in
        // An optional's payload starts at the address of the optional.
        let row = unsafe UnsafeRawPointer(slots.baseAddress! + slot)
        unsafe lend(row.assumingMemoryBound(to: Element.self), to: body)
      }
    }
  }
}

extension IdentifiedArray {
  package static func lender(of id: ID) -> RowLender<ID, Element, Element?> { RowLender(id) }
}
