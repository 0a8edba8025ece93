/// Rows with ids, as the for-each operator requires them.
public protocol RowCollection {
  /// The type of the rows' ids.
  associatedtype ID: Hashable
  /// A row's state.
  associatedtype Element

  /// Whether the collection exists, even without rows. A typed state always has its collection.
  var isThere: Bool { get }

  /// Whether a row with this id is present.
  func contains(id: ID) -> Bool

  /// Calls `visit` with the ids of the rows that were removed since a mark, and moves the mark to the end of the log.
  /// An id may be visited twice, and its row may be present again.
  ///
  /// - Returns: false, without calling `visit`, if any row may have been removed.
  func visitLeft(since mark: inout RowLogMark, _ visit: (ID) -> Void) -> Bool

  /// Calls `visit` with the rows that may have changed since a mark, for state-driven effects, and moves the mark to
  /// the end of the log. `visit` must not add or remove rows.
  ///
  /// A collection whose document records the writes of a step leaves the mark unchanged.
  mutating func visitFollowed(since mark: inout RowLogMark, _ visit: (ID, inout Self) -> Void)

  /// Changes a row in place, in less than linear time in the number of rows. Returns nil if no row has the id.
  mutating func modifyRow<Result>(id: ID, _ body: (inout Element) -> Result) -> Result?
}

extension RowCollection {
  /// Always true.
  @inlinable
  public var isThere: Bool { true }
}

/// An optic that converts between the parent's actions and the rows' actions, for the for-each operator.
public protocol ElementActionOptic<Root> {
  /// The parent's action.
  associatedtype Root
  /// The type of the rows' ids.
  associatedtype ID: Hashable
  /// The action of a row.
  associatedtype ElementAction

  /// Returns the row's action that a parent's action contains, with the row's id, or nil if the action is for no row.
  func extract(from root: Root) -> (id: ID, action: ElementAction)?
  /// Wraps a row's action in an action of the parent.
  func embed(_ action: ElementAction, id: ID) -> Root
  /// Returns an owned copy of an id that `extract` returned, because that id may be borrowed from the action.
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

/// Row actions in typed features, stored in a case of ``IdentifiedAction``.
public struct IdentifiedActionOptic<Root, ID: Hashable, ElementAction>: ElementActionOptic {
  @usableFromInline let path: CasePath<Root, IdentifiedAction<ID, ElementAction>>

  /// Creates an optic that finds the rows' actions in a case of the parent's action.
  @inlinable
  public init(_ path: CasePath<Root, IdentifiedAction<ID, ElementAction>>) { self.path = path }

  /// Returns the row's action that a parent's action contains, with the row's id, or nil if the action is for no row.
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
