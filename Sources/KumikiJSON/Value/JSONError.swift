package import KumikiValues

/// What went wrong with a text, a value or a pointer, and where.
public struct JSONError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The kind of error, for programs.
  public enum Kind: Sendable {
    /// The text is not JSON; `position` is the offset of the byte where reading stopped.
    case json
    /// The value does not fit the type; `path` says where.
    case decode
    /// A typed value holds a number that JSON cannot write, such as infinity; `path` says where.
    case notFinite
    /// Nested past the limit, cyclic, too large once shared parts are counted each time,
    /// or too deep for what is left of the thread's stack.
    case tooDeep
    /// More values than the host of the loop allows.
    case tooLarge
    /// jansson could not allocate.
    case noMemory
    /// Not a JSON Pointer (RFC 6901).
    case invalidPointer
    /// The place does not exist.
    case notFound
    /// No feature has that name; raised while composing a reducer.
    case unknownFeature
  }

  // One reference, because every level of every action checks whether there is an error.
  private var box: Box

  private var parts: Parts {
    get { box.parts }
    set { box = Box(newValue) }
  }

  /// An error of a kind, with its place in a text or in a value.
  public init(_ kind: Kind, position: Int = 0, path: String = "", message: String) {
    box = Box(Parts(kind: kind, position: position, path: path, message: message))
  }

  /// The kind of error, for programs.
  public var kind: Kind {
    get { parts.kind }
    set { parts.kind = newValue }
  }
  /// Byte offset in the text, for `json`; 0 otherwise.
  public var position: Int {
    get { parts.position }
    set { parts.position = newValue }
  }
  /// JSON Pointer to the offending value; empty for the whole.
  public var path: String {
    get { parts.path }
    set { parts.path = newValue }
  }
  /// One line that says what was expected or what is wrong.
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

  /// A value that an operator cannot use, because two of its rows have one id.
  static func duplicate(_ id: JSON) -> JSONError {
    var error = JSONError(.decode, message: "two rows have the id \(id)")
    error.issueCode = .duplicateElementID
    return error
  }

  static func stackExhausted(path: String = "") -> JSONError {
    JSONError(
      .tooDeep, path: path, message: "nested too deep for what is left of this thread's stack")
  }
}
