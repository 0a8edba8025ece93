/// How a scoped store reaches its part: lends the part to a body, without a copy if it is stored in the
/// state, or passes nil if it is absent.
@usableFromInline
package typealias Projection<Whole, Part> = (_ whole: Lent<Whole>, _ body: (Lent<Part>?) -> Void) ->
  Void

@usableFromInline
enum Projections {
  /// A property. A stored one is read at its offset.
  @inlinable
  static func property<Whole, Part>(_ path: KeyPath<Whole, Part>) -> Projection<Whole, Part> {
    guard let offset = MemoryLayout<Whole>.offset(of: path) else {
      return function { $0[keyPath: path] }
    }
    return { whole, body in body(whole.part(at: offset)) }
  }

  /// The value in an optional property.
  @inlinable
  static func optional<Whole, Part>(_ path: KeyPath<Whole, Part?>) -> Projection<Whole, Part> {
    guard let offset = MemoryLayout<Whole>.offset(of: path) else {
      return function { $0[keyPath: path] }
    }
    return { whole, body in body(whole.part(at: offset, as: Part?.self).unwrapped()) }
  }

  /// A row of a collection that is a stored property.
  @inlinable
  static func row<Whole, ID, Element>(
    _ offset: Int, _ id: ID, of _: KeyPath<Whole, IdentifiedArray<ID, Element>>
  ) -> Projection<Whole, Element> {
    let hint = RowHint()
    return { whole, body in
      whole.part(at: offset, as: IdentifiedArray<ID, Element>.self).read {
        $0.storage.lendRow(id, hint, body)
      }
    }
  }

  /// A part computed by a function.
  @inlinable
  static func function<Whole, Part>(
    _ toPart: @escaping (Whole) -> Part?
  ) -> Projection<Whole, Part> {
    { whole, body in
      guard let part = whole.read(toPart) else { return body(nil) }
      Lent.lending(part) { body($0) }
    }
  }
}
