/// How a scoped store reaches its part: it lends the part to a body, without a copy where the part is
/// stored in the state; nil where it is not there.
@usableFromInline
typealias Projection<Whole, Part> =
  (_ whole: UnsafePointer<Whole>, _ body: (UnsafePointer<Part>?) -> Void) -> Void

/// The projections there are.
@usableFromInline
enum Projections {
  /// A property; a stored one by its offset.
  @inlinable
  static func property<Whole, Part>(_ path: KeyPath<Whole, Part>) -> Projection<Whole, Part> {
    guard let offset = MemoryLayout<Whole>.offset(of: path) else {
      return { whole, body in
        unsafe withUnsafePointer(to: whole.pointee[keyPath: path]) { unsafe body($0) }
      }
    }
    return { whole, body in
      unsafe body((UnsafeRawPointer(whole) + offset).assumingMemoryBound(to: Part.self))
    }
  }

  /// The value in an optional property.
  @inlinable
  static func optional<Whole, Part>(_ path: KeyPath<Whole, Part?>) -> Projection<Whole, Part> {
    guard let offset = MemoryLayout<Whole>.offset(of: path) else {
      return unsafe function { $0[keyPath: path] }
    }
    return { whole, body in
      let field = unsafe UnsafeRawPointer(whole) + offset
      // An optional's payload begins at the address of the optional.
      let isThere = unsafe field.assumingMemoryBound(to: Part?.self).pointee != nil
      unsafe body(isThere ? field.assumingMemoryBound(to: Part.self) : nil)
    }
  }

  /// A row of a collection that is a stored property.
  @inlinable
  static func row<Whole, ID, Element>(
    _ offset: Int, _ id: ID, of _: KeyPath<Whole, IdentifiedArray<ID, Element>>
  ) -> Projection<Whole, Element> {
    let hint = RowHint()
    return { whole, body in
      let rows = unsafe UnsafeRawPointer(whole) + offset
      unsafe rows.lend(IdentifiedArray<ID, Element>.self) {
        unsafe $0.storage.lendRow(id, hint, body)
      }
    }
  }

  /// What a function computes from the whole.
  @inlinable
  static func function<Whole, Part>(
    _ toPart: @escaping (Whole) -> Part?
  ) -> Projection<Whole, Part> {
    { whole, body in
      guard let part = unsafe lend(whole, to: toPart) else { return body(nil) }
      unsafe withUnsafePointer(to: part) { unsafe body($0) }
    }
  }
}

/// The slot in which a row was found last.
@usableFromInline
final class RowHint {
  @safe @usableFromInline @exclusivity(unchecked) var slot = 0

  @usableFromInline
  init() {}
}
