/// Gives a scoped store access to its part: calls the body with the part, which is borrowed without a copy if it is
/// stored in the state, or with nil if the part is absent.
@usableFromInline
package typealias Projection<Whole, Part> = (_ whole: Lent<Whole>, _ body: (Lent<Part>?) -> Void) ->
  Void

@usableFromInline
enum Projections {
  /// Returns the projection of a property. A stored property is read at its offset.
  @inlinable
  static func property<Whole, Part>(_ path: KeyPath<Whole, Part>) -> Projection<Whole, Part> {
    guard let offset = MemoryLayout<Whole>.offset(of: path) else {
      return function { $0[keyPath: path] }
    }
    return { whole, body in body(whole.part(at: offset)) }
  }

  /// Returns the projection of an optional property's value.
  @inlinable
  static func optional<Whole, Part>(_ path: KeyPath<Whole, Part?>) -> Projection<Whole, Part> {
    guard let offset = MemoryLayout<Whole>.offset(of: path) else {
      return function { $0[keyPath: path] }
    }
    return { whole, body in body(whole.part(at: offset, as: Part?.self).unwrapped()) }
  }

  /// Returns the projection of a row of a collection that is a stored property.
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

  /// Returns the projection of a part that a function computes.
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
