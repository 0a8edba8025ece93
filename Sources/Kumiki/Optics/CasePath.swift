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
/// The operators then take `\.child`, as the Composable Architecture's do.
public struct CasePath<Root, Value>: ActionOptic, @unchecked Sendable {
  // Both closures are pure functions of their argument: they capture nothing that can change.
  @usableFromInline let embedding: (Value) -> Root
  @usableFromInline let extraction: (Root) -> Value?

  @inlinable
  public init(
    embed: @escaping (_ value: Value) -> Root, extract: @escaping (_ root: Root) -> Value?
  ) {
    embedding = embed
    extraction = extract
  }

  @inlinable
  public func extract(from root: Root) -> Value? { extraction(root) }

  @inlinable
  public func embed(_ value: Value) -> Root { embedding(value) }
}

/// An enum that lists its cases as case paths, one property a case.
public protocol CasePathable {
  associatedtype AllCasePaths
  static var allCasePaths: AllCasePaths { get }
}

/// A case named by key path: `\.child` for `CaseKeyPath<Action, Child.Action>`.
public typealias CaseKeyPath<Root: CasePathable, Value> = KeyPath<
  Root.AllCasePaths, CasePath<Root, Value>
>
