import Kumiki
import KumikiC
import ModelSwift

/// A place for one Swift feature of a case. A registered feature's state and actions are types, and
/// reading a type may depend on nothing but the type: so each place is a type.
protocol Place: SendableMetatype {
  /// The feature of the current case in this place.
  static var feature: PlacedFeature? { get set }
}

/// A feature as a case describes it, with the readers of its states and actions.
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

/// The feature in a place, which is known only when an action comes.
typealias PlacedReducer<P: Place> = AnyReducer<PlacedState<P>, PlacedAction<P>>

/// A place was used after the case of its feature had ended.
struct EmptyPlace: Error {}

extension Place {
  /// Registers the feature.
  static func register(_ name: String) throws {
    try registerFeature(name, initialState: PlacedState<Self>(node: .nothing)) {
      ReducerReader<PlacedState<Self>, PlacedAction<Self>, PlacedReducer<Self>> { _, _ in
        Self.feature.map { placed($0.reducer) } ?? PlacedReducer<Self>(EmptyReducer())
      }
    }
  }

  private static func placed(_ inner: some Reducer<Node, Act>) -> PlacedReducer<Self> {
    PlacedReducer<Self>(
      Scope(
        PropertyOptic(\PlacedState<Self>.node),
        CasePath(embed: { PlacedAction<Self>($0) }, extract: { $0.act }), inner,
        label: OperatorLabel { "place" }))
  }
}

extension Node {
  /// A state without content.
  static var nothing: Node { Node(.null, Shape(Feature(nil))) }
}
