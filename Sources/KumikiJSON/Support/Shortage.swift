internal import CJansson

/// The number of jansson's failed allocations on this thread.
///
/// Most functions that make a value cannot throw. If memory runs out they return a lacking value
/// (`JSON.isLacking`), which is counted here. Code that passes their results on compares the counts, and
/// discards the results after a shortage. A value used inside the library is refused where it arrives: a state
/// accepts no lacking value (`JSONRoom.takeIn`), and a store drops a lacking action (`JSONRootReducer`).
/// Therefore neither a program nor a reducer receives an incomplete value, and a program continues if its own
/// allocator (`json_set_alloc_funcs`) fails. Swift's own allocations end the process if memory runs out.
package enum Shortage {
  /// The number of failed allocations on this thread.
  // Neither is inlined, because each object file that calls the C function has its own variable.
  package static var count: UInt32 {
    @inline(never) get { unsafe kumiki_shortages().pointee }
  }

  /// Counts a failed allocation.
  @inline(never)
  static func note() { unsafe kumiki_shortages().pointee &+= 1 }
}
