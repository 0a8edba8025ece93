internal import CJansson

/// Whether jansson had memory for what this thread asked of it.
///
/// Most functions that make a value cannot throw. Without memory they return a lacking value (`JSON.isLacking`), which is
/// noted here. Who hands their result on compares the counts, and throws the result away. A value that is used inside the
/// library is refused where it arrives: a state takes no lacking value (`JSONDocument.takeIn`), and a store drops a lacking
/// action (`JSONRootReducer`). So neither a program nor a reducer gets a value in which something is missing, and a
/// program whose own allocator refuses (`json_set_alloc_funcs`) goes on. Swift's own allocations end the process without
/// memory.
package enum Shortage {
  /// How often it had none, on this thread.
  // Neither is inlined: each object file that calls the function of C has a word of its own.
  package static var count: UInt32 {
    @inline(never) get { unsafe kumiki_shortages().pointee }
  }

  /// Notes that it had none.
  @inline(never)
  static func note() { unsafe kumiki_shortages().pointee &+= 1 }
}
