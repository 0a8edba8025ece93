/// Casts a value to another type; nil if its type is different. In specialized code the compiler decides this.
@inline(__always)
func same<T, U>(_ value: T, _ type: U.Type) -> U? {
  T.self == U.self ? unsafe unsafeBitCast(value, to: U.self) : nil
}

/// Casts a value to its own type under another name.
/// - Precondition: both types are the same.
@inline(__always)
func known<T, U>(_ value: T, as type: U.Type) -> U {
  precondition(T.self == U.self)
  return unsafe unsafeBitCast(value, to: U.self)
}

/// Casts an object without a check. The caller has compared the types before.
@inline(__always)
func known<Object: AnyObject>(_ object: AnyObject, of type: Object.Type) -> Object {
  unsafe unsafeDowncast(object, to: type)
}
