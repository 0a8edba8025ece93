/// The reason why a write was refused. The state is unchanged.
package enum JSONWriteError: Error, Equatable {
  /// The container that the pointer names does not exist, or has no such element.
  case notFound
  /// No row has the id, or no operator there identifies the rows by their ids.
  case noRow
  /// The write would have violated an operator's requirement for the place, and has raised its own issue: a
  /// duplicate id, a case other than the current one, a mismatched value.
  case invalid
  /// The string is not a pointer.
  case noPointer
  /// The value is missing, because the call that should have made it failed.
  case noValue
  /// The condition is missing, because the call that should have made it failed.
  case noCondition
  /// The whole state can be replaced but not removed.
  case wholeState
  /// A value would be moved into itself.
  case intoItself
  /// Elements are pushed and popped only where a navigation path is attached.
  case noPath
  /// The state would be nested deeper than JSON text can represent.
  case tooDeep
  /// The state would have more values than the host of its loop allows.
  case tooLarge
  case noMemory
}

extension JSONWriteError {
  /// Returns the reason in words.
  ///
  /// - Parameter pointer: the target of the write, relative to `node`; nil if the string is not a pointer.
  package func reason(_ pointer: JSONPointer?, from node: JSONNode?) -> String {
    switch self {
    case .notFound: return pointer.map { Self.missing($0, in: node) } ?? "nothing is there"
    case .noRow: return "no row with that id belongs to a kmk_for_each or kmk_stack"
    case .invalid: return "it was refused"
    case .noPointer:
      return "the pointer is NULL, or no JSON Pointer: that is \"\", or begins with /"
    case .noValue: return "the value is NULL: what should have made it failed (json_pack, say)"
    case .noCondition:
      return "the condition is NULL, expected one, such as that of {\"and\": []} for all rows"
    case .wholeState: return "the whole state cannot be removed; set it to null"
    case .intoItself: return "a value cannot be moved into itself"
    case .noPath: return "no path is attached there (kmk_stack, kmk_navigation_destination)"
    case .tooDeep: return "it would be nested deeper than \(JSONLimits.standard.depth) levels"
    case .tooLarge: return "the state would be larger than its loop allows"
    case .noMemory: return "there is no memory"
    }
  }

  /// Returns a message with the first step of a pointer that cannot be resolved.
  private static func missing(_ pointer: JSONPointer, in node: JSONNode?) -> String {
    defer { withExtendedLifetime(pointer) {} }
    guard var here = node else { return "there is no state here" }
    var path = ""
    for segment in pointer.segments {
      let place = path.isEmpty ? "the state" : path
      guard here.isContainer else {
        return "\(place) is \(JSONError.found(here)), where an object or an array is needed"
      }
      path.appendSegment(segment.text)
      guard let next = segment.child(of: here) else {
        guard here.isArray else { return "\(path) is not there" }
        return "\(path) is not there: \(place) has \(here.elementCount) elements"
      }
      here = next
    }
    return "it does not fit \(path)"
  }
}
