/// A value as the type that it has; nil where that is another. In code that is compiled for one type this is
/// decided before the program runs.
@inline(__always)
func same<T, U>(_ value: T, _ type: U.Type) -> U? {
  T.self == U.self ? unsafe unsafeBitCast(value, to: U.self) : nil
}

/// A value as another name of its type.
/// - Precondition: both types are one.
@inline(__always)
func known<T, U>(_ value: T, as type: U.Type) -> U {
  precondition(T.self == U.self)
  return unsafe unsafeBitCast(value, to: U.self)
}

/// An object as the class that it is known to be of: its maker has compared the types.
@inline(__always)
func known<Object: AnyObject>(_ object: AnyObject, of type: Object.Type) -> Object {
  unsafe unsafeDowncast(object, to: type)
}
