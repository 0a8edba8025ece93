/// A cursor, given by its address, for the cursors below it and for operators' access to its value. The cursor
/// lives in an outer stack frame, which outlives them.
@safe
@frozen
package struct JSONCursor {
  fileprivate let address: UnsafeMutablePointer<JSONState>

  @inline(__always)
  package var pointee: JSONState {
    unsafeAddress { unsafe UnsafePointer(address) }
    nonmutating unsafeMutableAddress { unsafe address }
  }

  @inline(__always)
  static func == (left: Self, right: Self) -> Bool { unsafe left.address == right.address }

  /// Calls `body` with the address of a cursor, valid during the call.
  @inline(__always)
  static func with<Result, Failure: Error>(
    _ state: inout JSONState, _ body: (JSONCursor) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe withUnsafeMutablePointer(to: &state) { (address) throws(Failure) in
      try body(unsafe JSONCursor(address: address))
    }
  }

  /// Calls `body` with storage for a chain of cursors.
  @inline(__always)
  static func withStorage<Result, Failure: Error>(
    for count: Int, _ body: (JSONCursors) throws(Failure) -> Result?
  ) throws(Failure) -> Result? {
    try unsafe withUnsafeTemporaryAllocation(of: JSONState.self, capacity: count) {
      (storage) throws(Failure) -> Result? in
      try body(unsafe JSONCursors(storage: storage))
    }
  }
}

/// Storage for cursors, valid during a call.
@safe
struct JSONCursors {
  fileprivate let storage: UnsafeMutableBufferPointer<JSONState>

  @inline(__always)
  func put(_ state: JSONState, at index: Int) -> JSONCursor {
    precondition(unsafe storage.indices.contains(index))
    let address = unsafe storage.baseAddress! + index
    unsafe address.initialize(to: state)
    return unsafe JSONCursor(address: address)
  }
}
