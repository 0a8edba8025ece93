/// The actions of a navigation path.
public enum StackAction<State, Action> {
  /// An action of the element with this id.
  indirect case element(id: StackElementID, action: Action)
  /// Removes the element with this id and everything above it.
  case popFrom(id: StackElementID)
  /// Adds an element on top, under an id that is not on the path.
  indirect case push(id: StackElementID, state: State)
}

/// The actions of a navigation path in the legacy dialect: a view writes the whole path.
public enum NavigationAction<State, Action> {
  /// An action of the element with this id.
  indirect case element(id: StackElementID, action: Action)
  /// Removes the element with this id and everything above it.
  case dismiss(id: StackElementID)
  /// Replaces the path. Elements whose ids are on both paths keep their effects.
  case setPath(StackState<State>)
}

extension StackAction: Equatable where State: Equatable, Action: Equatable {}
extension StackAction: Hashable where State: Hashable, Action: Hashable {}
extension StackAction: Sendable where State: Sendable, Action: Sendable {}
extension StackAction: Encodable where State: Encodable, Action: Encodable {}
extension StackAction: Decodable where State: Decodable, Action: Decodable {}
extension NavigationAction: Equatable where State: Equatable, Action: Equatable {}
extension NavigationAction: Hashable where State: Hashable, Action: Hashable {}
extension NavigationAction: Sendable where State: Sendable, Action: Sendable {}
extension NavigationAction: Encodable where State: Encodable, Action: Encodable {}
extension NavigationAction: Decodable where State: Decodable, Action: Decodable {}

/// The kinds of actions of a navigation path, in either dialect.
public enum PathAction<Source, Path, Action> {
  /// An action of an element.
  case element(StackElementID, Action)
  /// A new element on top.
  case push(StackElementID, Source)
  /// Removes an element after the parent's step.
  case popFrom(StackElementID)
  /// Removes an element before the parent's step.
  case dismiss(StackElementID)
  /// Replaces the path.
  case setPath(Path)
}

/// An optic that converts between the parent's actions and the path's actions, for the stack operator.
public protocol PathActionOptic<Root> {
  /// The parent's action.
  associatedtype Root
  /// The value that a pushed element is made from.
  associatedtype Source
  /// The value that a whole path is made from.
  associatedtype Path
  /// The action of an element.
  associatedtype ElementAction

  /// Returns the path's action that a parent's action contains, or nil if it contains none.
  func extract(from root: Root) -> PathAction<Source, Path, ElementAction>?
  /// Wraps an element's action in an action of the parent.
  func embed(_ action: ElementAction, id: StackElementID) -> Root
  /// Returns the parent's action that requests the dismissal of an element.
  func embedPop(_ id: StackElementID) -> Root
}

/// A navigation path, as the stack operator requires it.
public protocol PathCollection: RowCollection where ID == StackElementID {
  /// The value that an action pushes.
  associatedtype Source
  /// The value that an action replaces the whole path with.
  associatedtype Path

  /// Adds an element on top, under an id that is not on the path. Returns false, and changes nothing, if the path has
  /// no room for the element.
  mutating func push(_ source: Source, as id: StackElementID) -> Bool
  /// Removes the element with this id and everything above it.
  mutating func pop(from id: StackElementID)
  /// Replaces the path. Returns false, and changes nothing, if an id occurs twice.
  mutating func replace(with path: Path) -> Bool
}

extension StackState: PathCollection {
  @discardableResult
  public mutating func push(_ source: Element, as id: StackElementID) -> Bool {
    push(source, id: id)
    return true
  }

  public mutating func replace(with path: StackState) -> Bool {
    StackElementID.noteExternal(path.ids)
    self = path
    return true
  }
}

/// A path's actions in the modern dialect.
public struct StackActionOptic<Root, State, ElementAction>: PathActionOptic {
  @usableFromInline let path: CasePath<Root, StackAction<State, ElementAction>>

  /// Creates an optic that finds a path's actions in a case of the parent's action.
  @inlinable
  public init(_ path: CasePath<Root, StackAction<State, ElementAction>>) { self.path = path }

  /// Returns the path's action that a parent's action contains, or nil if it contains none.
  @inlinable
  public func extract(from root: Root) -> PathAction<State, StackState<State>, ElementAction>? {
    switch path.extract(from: root) {
    case .none: nil
    case .some(.element(let id, let action)): .element(id, action)
    case .some(.popFrom(let id)): .popFrom(id)
    case .some(.push(let id, let state)): .push(id, state)
    }
  }

  /// Wraps an element's action in an action of the parent.
  @inlinable
  public func embed(_ action: ElementAction, id: StackElementID) -> Root {
    path.embed(.element(id: id, action: action))
  }

  @inlinable
  public func embedPop(_ id: StackElementID) -> Root { path.embed(.popFrom(id: id)) }
}

/// A path's actions in the legacy dialect.
public struct NavigationActionOptic<Root, State, ElementAction>: PathActionOptic {
  @usableFromInline let path: CasePath<Root, NavigationAction<State, ElementAction>>

  /// Creates an optic that finds a path's actions in a case of the parent's action.
  @inlinable
  public init(_ path: CasePath<Root, NavigationAction<State, ElementAction>>) { self.path = path }

  /// Returns the path's action that a parent's action contains, or nil if it contains none.
  @inlinable
  public func extract(from root: Root) -> PathAction<State, StackState<State>, ElementAction>? {
    switch path.extract(from: root) {
    case .none: nil
    case .some(.element(let id, let action)): .element(id, action)
    case .some(.dismiss(let id)): .dismiss(id)
    case .some(.setPath(let path)): .setPath(path)
    }
  }

  /// Wraps an element's action in an action of the parent.
  @inlinable
  public func embed(_ action: ElementAction, id: StackElementID) -> Root {
    path.embed(.element(id: id, action: action))
  }

  @inlinable
  public func embedPop(_ id: StackElementID) -> Root { path.embed(.dismiss(id: id)) }
}
