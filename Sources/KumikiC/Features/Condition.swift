internal import CKumiki
internal import CKumikiCalls
internal import KumikiValues
internal import KumikiJSON

/// A condition of the program (`kmk_condition`), for rows of a state.
@safe final class Condition {
  private let handle: OpaquePointer
  /// The places of the whole state that the condition reads.
  let places: [JSONPointer]
  /// The places that it reads in a row.
  let placesInRow: [JSONPointer]

  /// Nil for NULL.
  @safe init?(_ given: OpaquePointer?) throws {
    guard let handle = unsafe kumiki_condition_retain(given) else { return nil }
    unsafe self.handle = handle
    places = try unsafe Self.places(of: handle, inRow: false)
    placesInRow = try unsafe Self.places(of: handle, inRow: true)
  }

  deinit { unsafe kumiki_condition_release(handle) }

  @safe private static func places(of handle: OpaquePointer, inRow: Bool) throws -> [JSONPointer] {
    var found: [JSONPointer] = []
    while let place = unsafe kumiki_condition_place(handle, inRow, found.count) {
      try found.append(pointer(place))
    }
    return found
  }

  /// Returns whether the condition holds for a row.
  ///
  /// - Parameter values: The values at `places`, and perhaps others after them.
  func holds(_ row: JSONNode, _ values: [JSONNode?]) -> Bool {
    unsafe values.withUnsafeBufferPointer { values in
      // A node is a pointer, and nil is NULL.
      unsafe values.withMemoryRebound(to: CJSON?.self) { values in
        unsafe kumiki_condition_holds(handle, part(row), values.baseAddress)
      }
    }
  }
}
