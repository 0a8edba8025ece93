/// Rows with ids: what the for-each operator works on.
public protocol RowCollection {
  /// What tells two rows apart.
  associatedtype ID: Hashable
  /// A row's state.
  associatedtype Element

  /// A number that changes whenever the set of ids may have changed. Two values with equal numbers have
  /// the same ids, so the operator looks for removed rows only when it has changed.
  var structure: UInt64 { get }

  /// Whether a row has this id.
  func contains(id: ID) -> Bool

  /// Changes a row in place; nil where there is none with that id. It must not take time linear in the
  /// rows.
  mutating func modifyRow<Result>(id: ID, _ body: (inout Element) -> Result) -> Result?
}

/// How the for-each operator takes its parent's actions apart and puts them together.
public protocol ElementActionOptic<Root> {
  /// The parent's action.
  associatedtype Root
  /// What tells two rows apart.
  associatedtype ID: Hashable
  /// The action of a row.
  associatedtype ElementAction

  /// The row's action in a parent's, and whose it is; nil where it is none.
  func extract(from root: Root) -> (id: ID, action: ElementAction)?
  /// A row's action as one of the parent.
  func embed(_ action: ElementAction, id: ID) -> Root
  /// An owned copy of an id that `extract` answered, which may be borrowed from the action.
  func kept(_ id: ID) -> ID
}

extension ElementActionOptic {
  @inlinable @inline(__always)
  public func kept(_ id: ID) -> ID { id }
}

/// An action of one row.
public enum IdentifiedAction<ID: Hashable, Action> {
  /// An action of the row with this id.
  indirect case element(id: ID, action: Action)
}

/// The actions of the rows of a feature: `IdentifiedActionOf<Todo>`.
public typealias IdentifiedActionOf<R: Reducer> = IdentifiedAction<R.State.ID, R.Action>
where R.State: Identifiable

extension IdentifiedAction: Equatable where Action: Equatable {}
extension IdentifiedAction: Hashable where Action: Hashable {}
extension IdentifiedAction: Sendable where ID: Sendable, Action: Sendable {}
extension IdentifiedAction: Encodable where ID: Encodable, Action: Encodable {}
extension IdentifiedAction: Decodable where ID: Decodable, Action: Decodable {}

/// Row actions as typed features write them.
public struct IdentifiedActionOptic<Root, ID: Hashable, ElementAction>: ElementActionOptic {
  @usableFromInline let path: CasePath<Root, IdentifiedAction<ID, ElementAction>>

  /// Leads to the rows' actions by the parent's case.
  @inlinable
  public init(_ path: CasePath<Root, IdentifiedAction<ID, ElementAction>>) { self.path = path }

  /// The row's action in a parent's, and whose it is; nil where it is none.
  @inlinable
  public func extract(from root: Root) -> (id: ID, action: ElementAction)? {
    switch path.extract(from: root) {
    case .none: nil
    case .some(.element(let id, let action)): (id, action)
    }
  }

  /// A row's action as one of the parent.
  @inlinable
  public func embed(_ action: ElementAction, id: ID) -> Root {
    path.embed(.element(id: id, action: action))
  }
}
