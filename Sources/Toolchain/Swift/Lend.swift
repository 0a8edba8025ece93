/// Passes a value to a body without a copy: the parameter is `~Copyable`, so it cannot be copied. The caller ensures
/// that the value is not written during the call.
@inlinable @inline(__always)
package func lend<Value: ~Copyable, Result>(
  _ value: UnsafePointer<Value>, to body: (borrowing Value) -> Result
) -> Result {
  unsafe body(value.pointee)
}

/// A value that is lent for the length of a call and read in place.
///
/// The lender ensures that the value is neither written nor freed during that time. The borrower does not keep it.
@usableFromInline
@safe @frozen package struct Lent<Value> {
  @usableFromInline let address: UnsafePointer<Value>

  @inlinable @inline(__always)
  package init(at address: UnsafePointer<Value>) { unsafe self.address = address }

  /// Lends a stored property of an object that the lender holds.
  @inlinable @inline(__always)
  package init(_ property: inout Value) {
    // A raw pointer, since unspecialised generic code would look up the type of a typed pointer.
    let raw = unsafe withUnsafePointer(to: &property) { unsafe UnsafeRawPointer($0) }
    unsafe address = raw.assumingMemoryBound(to: Value.self)
  }

  /// Lends a temporary value.
  @inlinable @inline(__always)
  package static func lending(_ value: Value, to body: (Self) -> Void) {
    unsafe withUnsafePointer(to: value) { unsafe body(Self(at: $0)) }
  }

  @inlinable @inline(__always)
  package var value: Value { unsafeAddress { unsafe address } }

  /// Calls `body` with the value, without a copy.
  @inlinable @inline(__always)
  package func read<Result>(_ body: (Value) -> Result) -> Result { unsafe lend(address, to: body) }

  /// Returns a part that is stored in the value at an offset.
  @inlinable @inline(__always)
  package func part<Part>(at offset: Int, as _: Part.Type = Part.self) -> Lent<Part> {
    unsafe Lent<Part>(at: (UnsafeRawPointer(address) + offset).assumingMemoryBound(to: Part.self))
  }

  /// Returns the value of an optional, which is at the optional's address; nil if there is none.
  @inlinable @inline(__always)
  package func unwrapped<Wrapped>() -> Lent<Wrapped>? where Value == Wrapped? {
    value == nil ? nil : part(at: 0)
  }

  /// The value, for code that does not know its type.
  @inlinable @inline(__always)
  package var untyped: LentValue { unsafe LentValue(address) }
}

/// A lent value of unknown type. Only the code that reads it knows the type; debug builds check it.
@usableFromInline
@safe @frozen package struct LentValue {
  @usableFromInline let address: UnsafeRawPointer
  #if DEBUG
    @usableFromInline let type: Any.Type
  #endif

  @inlinable @inline(__always)
  package init<Value>(_ address: UnsafePointer<Value>) {
    unsafe self.address = UnsafeRawPointer(address)
    #if DEBUG
      type = Value.self
    #endif
  }

  @inlinable @inline(__always)
  package func typed<Value>(_: Value.Type = Value.self) -> Lent<Value> {
    #if DEBUG
      assert(type == Value.self, "a \(type) was taken for a \(Value.self)")
    #endif
    return unsafe Lent(at: address.assumingMemoryBound(to: Value.self))
  }
}

/// Passes the stored property at an offset in a value to a body, which changes it in place.
@inlinable @inline(__always)
@safe package func withField<Root, Value, Result>(
  of root: inout Root, at offset: Int, _ body: (inout Value) -> Result
) -> Result {
  unsafe withUnsafeMutablePointer(to: &root) { root in
    let field = unsafe UnsafeMutableRawPointer(root) + offset
    return unsafe body(&field.assumingMemoryBound(to: Value.self).pointee)
  }
}
