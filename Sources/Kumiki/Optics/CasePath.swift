/// A case of an enum, as a way to put a payload in and to take it out.
///
///     extension Action: CasePathable {
///       struct AllCasePaths {
///         let child = CasePath(embed: Action.child) {
///           if case .child(let action) = $0 { action } else { nil }
///         }
///       }
///       static let allCasePaths = AllCasePaths()
///     }
///
/// The operators then take `\.child`, as the Composable Architecture's do. Where the payload is an enum
/// that lists its cases too, the path goes on: `\.child.name`.
@dynamicMemberLookup
public struct CasePath<Root, Value>: ActionOptic, @unchecked Sendable {
  // Both closures are pure functions of their argument: they capture nothing that can change.
  @usableFromInline let embedding: (Value) -> Root
  @usableFromInline let extraction: (Root) -> Value?
  /// It stands for the whole root: where a path begins.
  @usableFromInline let isWhole: Bool

  /// The path of a case: how it is made of its payload, and how the payload is taken out of it.
  @inlinable
  public init(
    embed: @escaping (_ value: Value) -> Root, extract: @escaping (_ root: Root) -> Value?
  ) {
    embedding = embed
    extraction = extract
    isWhole = false
  }

  /// The payload; nil for another case.
  @inlinable
  public func extract(from root: Root) -> Value? { extraction(root) }

  /// The case with this payload.
  @inlinable
  public func embed(_ value: Value) -> Root { embedding(value) }

  /// The whole root.
  @inlinable
  init() where Root == Value {
    embedding = { $0 }
    extraction = { $0 }
    isWhole = true
  }
}

extension CasePath {
  /// The case that a key path names. A path of several steps is put together here, once.
  @inlinable
  public init(_ path: CaseKeyPath<Root, Value>) {
    self = CasePath<Root, Root>()[keyPath: path]
  }

  /// A case of this case's payload: how a path goes on.
  @inlinable
  public subscript<Inner>(
    dynamicMember step: KeyPath<Value.AllCasePaths, CasePath<Value, Inner>>
  ) -> CasePath<Root, Inner> where Value: CasePathable {
    let inner = Value.allCasePaths[keyPath: step]
    // The first step of a path is the case itself: going through the whole would cost a call more.
    if isWhole, let first = inner as? CasePath<Root, Inner> { return first }
    let outer = self
    return CasePath<Root, Inner>(embed: { outer.embed(inner.embed($0)) }) { root in
      outer.extract(from: root).flatMap { inner.extract(from: $0) }
    }
  }
}

/// An enum that lists its cases as case paths, one property a case.
public protocol CasePathable {
  /// A type with a path for each case, as a property of the case's name.
  associatedtype AllCasePaths
  /// The paths of the cases, which `\.name` leads to.
  static var allCasePaths: AllCasePaths { get }
}

extension CasePathable {
  /// Where the key paths of the cases begin: `\Action.Cases.child`.
  public typealias Cases = CasePath<Self, Self>
}

/// A case named by key path: `\.child` for `CaseKeyPath<Action, Child.Action>`, and cases of its payload:
/// `\.child.name`.
public typealias CaseKeyPath<Root, Value> = KeyPath<CasePath<Root, Root>, CasePath<Root, Value>>

/// The name that a case path goes by where it stands for itself and not for a key path.
public typealias AnyCasePath = CasePath
