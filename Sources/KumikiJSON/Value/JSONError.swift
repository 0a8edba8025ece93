package import KumikiValues

/// An error in JSON text, a value or a pointer, with its place.
public struct JSONError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kind of error, for programs.
  public enum Kind: Sendable {
    /// The text is not JSON. `position` is the offset of the byte where reading stopped.
    case json
    /// The value does not match the type. `path` is the place of the mismatch.
    case decode
    /// A typed value contains a number that JSON cannot represent, such as infinity. `path` is its place.
    case notFinite
    /// Nested beyond the limit, cyclic, too large with shared parts counted each time, or too deep for the rest
    /// of the thread's stack.
    case tooDeep
    /// More values than the host of the loop allows.
    case tooLarge
    /// jansson could not allocate.
    case noMemory
    /// Not a JSON Pointer (RFC 6901).
    case invalidPointer
    /// The place does not exist.
    case notFound
    /// No feature has that name. Raised while composing a reducer.
    case unknownFeature
    /// The sender may not send the action: one of its cases is private.
    case notAllowed
  }

  // A single reference, because every level of every action checks for an error.
  private var box: Box

  private var parts: Parts {
    get { box.parts }
    set { box = Box(newValue) }
  }

  /// Makes an error of a kind, with its place in a text or in a value.
  public init(_ kind: Kind, position: Int = 0, path: String = "", message: String) {
    box = Box(Parts(kind: kind, position: position, path: path, message: message))
  }

  /// The kind of error, for programs.
  public var kind: Kind {
    get { parts.kind }
    set { parts.kind = newValue }
  }
  /// The byte offset in the text, for `json`; 0 otherwise.
  public var position: Int {
    get { parts.position }
    set { parts.position = newValue }
  }
  /// The JSON Pointer to the mismatched value; empty for the whole value.
  public var path: String {
    get { parts.path }
    set { parts.path = newValue }
  }
  /// One line with the expected value, or the reason of the failure.
  public var message: String {
    get { parts.message }
    set { parts.message = newValue }
  }
  /// The issue to raise instead of the general one, if any.
  package var issueCode: Issue.Code? {
    get { parts.issueCode }
    set { parts.issueCode = newValue }
  }

  public static func == (left: Self, right: Self) -> Bool {
    left.kind == right.kind && left.position == right.position && left.path == right.path
      && left.message == right.message
  }

  public var description: String { path.isEmpty ? message : "\(path): \(message)" }

  private struct Parts {
    var kind: Kind
    var position: Int
    var path: String
    var message: String
    var issueCode: Issue.Code?
  }

  private final class Box: Sendable {
    let parts: Parts

    init(_ parts: Parts) { self.parts = parts }
  }
}

extension JSONError: IssueNaming {}

extension JSONError {
  static var outOfMemory: JSONError { JSONError(.noMemory, message: "out of memory") }

  /// Returns the error for a value that an operator cannot use, because two of its rows have the same id.
  static func duplicate(_ id: JSON) -> JSONError {
    var error = JSONError(.decode, message: "two rows have the id \(id)")
    error.issueCode = .duplicateElementID
    return error
  }

  static func stackExhausted(path: String = "") -> JSONError {
    JSONError(
      .tooDeep, path: path, message: "nested too deep for the rest of this thread's stack")
  }
}
