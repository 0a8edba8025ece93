import Kumiki
import KumikiC
import ModelSwift

/// A place for one Swift feature of a case. A registered feature's state and actions are types, and
/// what a type is read as must be known from the type alone: so each place is a type.
protocol Place: SendableMetatype {
  /// What stands here in the case in hand.
  static var feature: PlacedFeature? { get set }
}

/// A feature as a case describes it, with what reads its states and actions.
struct PlacedFeature {
  let shape: Shape
  let names: BranchNames
  let reducer: Tree.Part
}

/// The state of the feature in a place.
struct PlacedState<P: Place>: Codable {
  var node: Node

  init(node: Node) { self.node = node }

  init(from decoder: any Decoder) throws {
    guard let feature = P.feature else { throw EmptyPlace() }
    node = try ShapeOfReading.with(feature.shape) { try Node(from: decoder) }
  }

  func encode(to encoder: any Encoder) throws { try node.encode(to: encoder) }
}

/// An action of the feature in a place.
struct PlacedAction<P: Place>: Codable {
  let act: Act

  init(_ act: Act) { self.act = act }

  init(from decoder: any Decoder) throws {
    guard let feature = P.feature else { throw EmptyPlace() }
    act = Act(try Value(from: decoder), feature.names)
  }

  func encode(to encoder: any Encoder) throws { try act.value.encode(to: encoder) }
}

/// A place was asked for a feature after its case.
struct EmptyPlace: Error {}

/// The feature in a place.
struct PlacedReducer<P: Place, Inner: Reducer<Node, Act>>: Reducer {
  typealias Body = Never

  let inner: Inner

  func reduce(
    into state: inout PlacedState<P>, action: PlacedAction<P>
  ) -> Effect<PlacedAction<P>> {
    inner.reduce(into: &state.node, action: action.act).map { PlacedAction($0) }
  }
}

extension Place {
  /// Registers what stands here.
  static func register(_ name: String) throws {
    try registerFeature(name, initialState: PlacedState<Self>(node: .nothing)) {
      AnyReducer<PlacedState<Self>, PlacedAction<Self>> { state, action in
        Self.feature.map { placed($0.reducer, &state, action) } ?? .none
      }
    }
  }

  private static func placed(
    _ inner: some Reducer<Node, Act>, _ state: inout PlacedState<Self>,
    _ action: PlacedAction<Self>
  ) -> Effect<PlacedAction<Self>> {
    PlacedReducer(inner: inner).reduce(into: &state, action: action)
  }
}

extension Node {
  /// A state that says nothing.
  static var nothing: Node { Node(.null, Shape(Feature(nil))) }
}
