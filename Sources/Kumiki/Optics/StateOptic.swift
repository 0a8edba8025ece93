/// How an operator reaches a part of the state that may be absent: a lens or a prism.
///
/// Key paths and case paths implement it for typed state; another module may do so for another kind of
/// state. Each operator is written once against it.
public protocol StateOptic<Root, Value> {
  /// What the part is of.
  associatedtype Root
  /// The part.
  associatedtype Value

  /// Tells this part from every other part of the same root.
  var opticID: OpticID { get }
  /// The issue for an action that comes while the part is not there.
  var absence: Issue.Code { get }
  /// The part in words, for issues: `\State.child`, `/child`.
  var name: String { get }
  /// Where the part is, as a JSON Pointer from the state of the store; "" for typed state.
  func path(in root: Root) -> String

  /// The case that the whole is in, if the part is the payload of a case; nil for any other part.
  func caseUp(in root: Root) -> String?

  /// Changes the part in place; nil, and `body` not called, where it is absent.
  func modify<Result>(_ root: inout Root, _ body: (inout Value) -> Result) -> Result?

  /// A number that changes with each write to the whole; nil where writes are not counted.
  func revision(of root: Root) -> UInt64?
}

extension StateOptic {
  public var absence: Issue.Code { .absentChild }
  public func path(in _: Root) -> String { "" }
  public func caseUp(in _: Root) -> String? { nil }

  @inlinable @inline(__always)
  public func revision(of _: Root) -> UInt64? { nil }
}

/// How an operator takes an action apart and puts one together: a prism.
public protocol ActionOptic<Root, Value> {
  /// The parent's action.
  associatedtype Root
  /// The child's action.
  associatedtype Value

  /// The child's action in a parent's; nil where it is none.
  func extract(from root: Root) -> Value?
  /// A child's action as one of the parent.
  func embed(_ value: Value) -> Root
}
