/// Rows with ids, as the for-each operator needs them.
public protocol RowCollection {
  /// What tells two rows apart.
  associatedtype ID: Hashable
  /// A row's state.
  associatedtype Element

  /// Whether there is a collection, with rows or without. Of typed state there always is one.
  var isThere: Bool { get }

  /// Whether a row has this id.
  func contains(id: ID) -> Bool

  /// Calls `visit` with the ids of the rows that have left since a mark, some perhaps twice or back again,
  /// and moves the mark.
  ///
  /// - Returns: false, without calling `visit`, if any row may have left.
  func visitLeft(since mark: inout RowLogMark, _ visit: (ID) -> Void) -> Bool

  /// Calls `visit` with the rows that may have changed since a mark, for effects that follow the state, and
  /// moves the mark. The rows must not come or go meanwhile.
  ///
  /// A collection whose document notes what a step wrote leaves the mark as it is.
  mutating func visitFollowed(since mark: inout RowLogMark, _ visit: (ID, inout Self) -> Void)

  /// Changes a row in place; nil if no row has the id. Must take less than linear time in the number of rows.
  mutating func modifyRow<Result>(id: ID, _ body: (inout Element) -> Result) -> Result?
}

extension RowCollection {
  /// True.
  @inlinable
  public var isThere: Bool { true }
}

/// How the for-each operator takes its parent's actions apart and puts them together.
public protocol ElementActionOptic<Root> {
  /// The parent's action.
  associatedtype Root
  /// What tells two rows apart.
  associatedtype ID: Hashable
  /// The action of a row.
  associatedtype ElementAction

  /// The row's action in a parent's action, with the row's id; nil if there is none.
  func extract(from root: Root) -> (id: ID, action: ElementAction)?
  /// Wraps a row's action in an action of the parent.
  func embed(_ action: ElementAction, id: ID) -> Root
  /// An owned copy of an id that `extract` returned, which may be borrowed from the action.
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

extension IdentifiedAction: Equatable where Action: Equatable {}
extension IdentifiedAction: Hashable where Action: Hashable {}
extension IdentifiedAction: Sendable where ID: Sendable, Action: Sendable {}
extension IdentifiedAction: Encodable where ID: Encodable, Action: Encodable {}
extension IdentifiedAction: Decodable where ID: Decodable, Action: Decodable {}

/// Row actions in typed features, as a case of ``IdentifiedAction``.
public struct IdentifiedActionOptic<Root, ID: Hashable, ElementAction>: ElementActionOptic {
  @usableFromInline let path: CasePath<Root, IdentifiedAction<ID, ElementAction>>

  /// Finds the rows' actions in a case of the parent's action.
  @inlinable
  public init(_ path: CasePath<Root, IdentifiedAction<ID, ElementAction>>) { self.path = path }

  /// The row's action in a parent's action, with the row's id; nil if there is none.
  @inlinable
  public func extract(from root: Root) -> (id: ID, action: ElementAction)? {
    switch path.extract(from: root) {
    case .none: nil
    case .some(.element(let id, let action)): (id, action)
    }
  }

  /// Wraps a row's action in an action of the parent.
  @inlinable
  public func embed(_ action: ElementAction, id: ID) -> Root {
    path.embed(.element(id: id, action: action))
  }
}
