/// An optic that gives an operator access to a part of the state that may be absent: a lens or a prism.
///
/// Key paths and case paths implement it for typed state. Another module may implement it for another kind of state.
/// Each operator is written once, against this protocol.
public protocol StateOptic<Root, Value> {
  /// The whole that contains the part.
  associatedtype Root
  /// The part.
  associatedtype Value

  /// Distinguishes this part from all other parts of the same root.
  var opticID: OpticID { get }
  /// The issue for an action that arrives while the part is absent.
  var absence: Issue.Code { get }
  /// The name of the part in issues: `\State.child`, `/child`.
  var name: String { get }
  /// Returns the JSON Pointer of the part, from the store's state; "" for typed state.
  func path(in root: Root) -> String

  /// If the part is the payload of a case, returns the case of the whole; otherwise nil.
  func caseUp(in root: Root) -> String?

  /// Whether the part is the whole state.
  var isWhole: Bool { get }

  /// Changes the part in place. Returns nil, without calling `body`, if the part is absent.
  func modify<Result>(_ root: inout Root, _ body: (inout Value) -> Result) -> Result?
}

extension StateOptic {
  public var absence: Issue.Code { .absentChild }
  public func path(in _: Root) -> String { "" }
  public func caseUp(in _: Root) -> String? { nil }
  public var isWhole: Bool { false }
}

/// An optic over a state that knows the paths of its parts.
package protocol PathOptic {}

extension StateOptic {
  /// The part in issues, for typed state; nil for a state that knows its paths.
  var issuePart: IssuePart? {
    if self is any PathOptic { return nil }
    let step = name.split(separator: ".").last.map(String.init) ?? ""
    if absence == .wrongCase { return .stateCase(step) }
    return .property(step.hasPrefix("$") ? String(step.dropFirst()) : step)
  }
}

/// An optic that converts between a parent's actions and a child's actions: a prism.
public protocol ActionOptic<Root, Value> {
  /// The parent's action.
  associatedtype Root
  /// The child's action.
  associatedtype Value

  /// Returns the child's action that a parent's action contains, or nil if it contains none.
  func extract(from root: Root) -> Value?
  /// Wraps a child's action in a parent's action.
  func embed(_ value: Value) -> Root
}
