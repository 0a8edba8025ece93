/// A cursor by its address, for those below it and for views of what is there: it stands in a frame of the
/// running call further up, which outlives them.
@safe
@frozen
package struct JSONCursor {
  private let address: UnsafeMutablePointer<JSONState>

  @inline(__always)
  package var pointee: JSONState {
    unsafeAddress { unsafe UnsafePointer(address) }
    nonmutating unsafeMutableAddress { unsafe address }
  }

  @inline(__always)
  static func == (left: Self, right: Self) -> Bool { unsafe left.address == right.address }

  /// Calls `body` with the address of a cursor, valid for that call.
  @inline(__always)
  static func with<Result, Failure: Error>(
    _ state: inout JSONState, _ body: (JSONCursor) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe withUnsafeMutablePointer(to: &state) { (address) throws(Failure) in
      try body(unsafe JSONCursor(address: address))
    }
  }

  /// Calls `body` with the last of some cursors, each of which `below` makes of the one above; nil where it
  /// makes none.
  ///
  /// They stand in an array and not in nested calls, since a pointer may have any number of steps.
  static func with<Result, Failure: Error>(
    _ count: Int, below first: JSONCursor, _ below: (JSONCursor, Int) -> JSONState?,
    _ body: (JSONCursor) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    try unsafe withUnsafeTemporaryAllocation(of: JSONState.self, capacity: count) {
      (cursors) throws(Failure) -> Result? in
      var here = first
      for index in 0..<count {
        guard let next = below(here, index) else { return nil }
        let address = unsafe cursors.baseAddress! + index
        unsafe address.initialize(to: next)
        here = unsafe JSONCursor(address: address)
      }
      return try body(here)
    }
  }
}
