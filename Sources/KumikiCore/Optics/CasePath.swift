/// A case of an enum: wraps a payload in the case and extracts the payload from it.
///
///     extension Action: CasePathable {
///       struct AllCasePaths {
///         let child = CasePath(embed: Action.child) {
///           if case .child(let action) = $0 { action } else { nil }
///         }
///       }
///       static var allCasePaths: AllCasePaths { AllCasePaths() }
///     }
///
/// The operators then accept `\.child`, like the Composable Architecture's operators. If the payload is an enum that
/// also lists its cases, the path can continue: `\.child.name`.
@dynamicMemberLookup
public struct CasePath<Root, Value>: ActionOptic, @unchecked Sendable {
  // Both closures are pure functions of their argument: they capture no mutable state.
  @usableFromInline let embedding: (Value) -> Root
  @usableFromInline let extraction: (Root) -> Value?
  @usableFromInline let caseName: CaseName

  /// Creates the path of a case from two functions.
  ///
  /// - Parameters:
  ///   - name: the case's name for messages. Without it, messages use the name of the stored property.
  ///   - embed: wraps a payload in the case.
  ///   - extract: returns the payload, or nil for another case.
  @inlinable
  public init(
    _ name: String? = nil, embed: @escaping (_ value: Value) -> Root,
    extract: @escaping (_ root: Root) -> Value?
  ) {
    self.init(embed, extract, name.map(CaseName.literal) ?? .none)
  }

  @inlinable
  package init(
    _ embedding: @escaping (Value) -> Root, _ extraction: @escaping (Root) -> Value?,
    _ caseName: CaseName
  ) {
    self.embedding = embedding
    self.extraction = extraction
    self.caseName = caseName
  }

  /// Returns the payload, or nil for another case.
  @inlinable
  public func extract(from root: Root) -> Value? { extraction(root) }

  /// Returns the case with this payload.
  @inlinable
  public func embed(_ value: Value) -> Root { embedding(value) }
}

extension CasePath where Root: CasePathable {
  /// Creates the path of the case that a key path names. A path of several steps is composed here, once.
  @inlinable
  public init(_ path: CaseKeyPath<Root, Value>) {
    let found = Root.allCasePaths[keyPath: path]
    self.init(found.embedding, found.extraction, found.caseName.named(in: path))
  }
}

extension CasePath {
  /// The path of a case of this case's payload, as the next step of a path.
  @inlinable
  public subscript<Inner>(
    dynamicMember step: KeyPath<Value.AllCasePaths, CasePath<Value, Inner>>
  ) -> CasePath<Root, Inner> where Value: CasePathable { chained(CasePath<Value, Inner>(step)) }

  /// Returns the path of a case of this case's payload, named like a case of the whole: `\.destination.edit`.
  func through<Inner>(
    _ step: CaseKeyPath<Value, Inner>
  ) -> CasePath<Root, Inner> where Value: CasePathable {
    let inner = CasePath<Value, Inner>(step)
    let path = chained(inner)
    return CasePath<Root, Inner>(path.embedding, path.extraction, inner.caseName)
  }

  /// Returns the path of a case of this case's payload.
  @inlinable
  package func chained<Inner>(_ inner: CasePath<Value, Inner>) -> CasePath<Root, Inner> {
    let outer = self
    return CasePath<Root, Inner>(
      { outer.embed(inner.embed($0)) },
      { root in outer.extract(from: root).flatMap { inner.extract(from: $0) } },
      .chain(caseName, inner.caseName))
  }

  /// The path as it is written in source code: `.path[id: 0].detail`.
  package var spelling: String { caseName.text }
}

extension CasePath where Root == Value {
  /// Every value of the enum: `\.self`.
  @inlinable
  package static var whole: Self { Self({ $0 }, { $0 }, .whole) }
}

/// The Composable Architecture's name for a case path that is used directly instead of by a key path.
public typealias AnyCasePath = CasePath
