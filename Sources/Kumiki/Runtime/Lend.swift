/// Passes a value to a body without a copy, since a value of a `~Copyable` generic type cannot be copied.
/// The caller ensures that the value is not written meanwhile.
@inlinable @inline(__always)
func lend<Value: ~Copyable, Result>(
  _ value: UnsafePointer<Value>, to body: (borrowing Value) -> Result
) -> Result {
  unsafe body(value.pointee)
}

extension UnsafeRawPointer {
  /// Passes the value behind a pointer to a body without a copy.
  @inlinable @inline(__always)
  func lend<State, Result>(_: State.Type, to body: (State) -> Result) -> Result {
    unsafe Kumiki.lend(assumingMemoryBound(to: State.self), to: body)
  }
}
