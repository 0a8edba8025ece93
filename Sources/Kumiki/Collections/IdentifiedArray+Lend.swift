extension IdentifiedArray {
  /// Calls `body` with the row that has an id, which is lent and not copied; not where there is none.
  package func withRow(id: ID, _ body: (Element) -> Void) {
    // This value holds it, and is held.
    Unmanaged.passUnretained(storage)._withUnsafeGuaranteedRef { storage in
      guard let slot = storage.slots[id] else { return }
      let row = storage.rows.withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress! + slot) }
      // The payload of an optional lies where the optional does.
      lend(row.assumingMemoryBound(to: Element.self), to: body)
    }
  }
}
