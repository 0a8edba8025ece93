/// How an operator reaches a part of the state that may be absent: a lens or a prism.
///
/// Key paths and case paths implement it for typed state; another module may implement it for another kind
/// of state. Each operator is written once, against this protocol.
public protocol StateOptic<Root, Value> {
  /// The whole that the part belongs to.
  associatedtype Root
  /// The part.
  associatedtype Value

  /// Distinguishes this part from all other parts of the same root.
  var opticID: OpticID { get }
  /// The issue for an action that arrives while the part is absent.
  var absence: Issue.Code { get }
  /// The part in words, for issues: `\State.child`, `/child`.
  var name: String { get }
  /// The JSON Pointer of the part, from the store's state; "" for typed state.
  func path(in root: Root) -> String

  /// If the part is the payload of a case, the case that the whole is in; otherwise nil.
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

/// An optic of a state that knows the paths of its parts.
package protocol PathOptic {}

extension StateOptic {
  /// The part in issues, for typed state; nil for state that knows its paths.
  var issuePart: IssuePart? {
    if self is any PathOptic { return nil }
    let step = name.split(separator: ".").last.map(String.init) ?? ""
    if absence == .wrongCase { return .stateCase(step) }
    return .property(step.hasPrefix("$") ? String(step.dropFirst()) : step)
  }
}

/// How an operator extracts a child's action from a parent's, and embeds one: a prism.
public protocol ActionOptic<Root, Value> {
  /// The parent's action.
  associatedtype Root
  /// The child's action.
  associatedtype Value

  /// The child's action in a parent's; nil if the parent's action is another one.
  func extract(from root: Root) -> Value?
  /// The parent's action for a child's.
  func embed(_ value: Value) -> Root
}
