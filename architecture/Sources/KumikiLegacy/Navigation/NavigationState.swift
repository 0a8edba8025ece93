/// A slot for the feature that is presented: `@PresentationStateOf<Destinations> var destination`.
///
/// It holds a `PresentationState`, available as `$destination`, and has an initializer without arguments, so
/// that the property needs no type. `PresentationState` cannot have one: memberwise initializers would then
/// take the wrapper instead of its value.
@propertyWrapper
public struct PresentationStateOf<R: Reducer> {
  /// The slot itself, `$destination`: for operators and views.
  public var projectedValue: PresentationState<R.State>

  /// A slot with its initial presented state, or nil.
  public init(wrappedValue: R.State?) {
    projectedValue = PresentationState(wrappedValue: wrappedValue)
  }

  /// A slot that initially presents nothing.
  public init() { self.init(wrappedValue: nil) }

  /// The presented state, or nil. Setting nil dismisses the feature; setting a value presents or
  /// changes it.
  public var wrappedValue: R.State? {
    get { projectedValue.wrappedValue }
    _modify { yield &projectedValue.wrappedValue }
  }
}

extension PresentationStateOf: Equatable where R.State: Equatable {}
extension PresentationStateOf: Hashable where R.State: Hashable {}
extension PresentationStateOf: Sendable where R.State: Sendable {}

/// The actions of such a slot, if a view presents with an action: `.present(…)`.
public typealias PresentationActionOf<R: Reducer> = DestinationAction<R.State, R.Action>

/// The actions of a navigation path that a view writes as a whole.
public typealias NavigationActionOf<R: Reducer> = NavigationAction<R.State, R.Action>

/// A feature's navigation path: `@NavigationStateOf<Destinations> var path`.
public typealias NavigationStateOf<R: Reducer> = NavigationState<R.State>

/// A navigation path: `@NavigationState<Screen.State> var path`, with `\.$path` for the operators.
@propertyWrapper
public struct NavigationState<Element> {
  /// The elements, from the root to the top.
  public var wrappedValue: StackState<Element>

  /// A path with its initial elements; empty by default.
  public init(wrappedValue: StackState<Element> = StackState()) { self.wrappedValue = wrappedValue }

  /// The path itself, `$path`: for operators and views.
  public var projectedValue: StackState<Element> {
    get { wrappedValue }
    _modify { yield &wrappedValue }
  }
}

extension NavigationState: Equatable where Element: Equatable {}
extension NavigationState: Hashable where Element: Hashable {}
extension NavigationState: Sendable where Element: Sendable {}
