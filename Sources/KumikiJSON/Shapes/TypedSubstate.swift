package import KumikiValues

/// The typed state that a Swift feature keeps in addition to its JSON, in a tree written in C.
package protocol TypedSubstate: AnyObject {
  var kind: TypedSubstateKind { get }
  /// Decodes the JSON, unless it is the JSON last read or written.
  func read(_ node: JSONNode?, _ identifiers: Identifiers) throws(JSONError)
  /// Decodes the JSON of a snapshot, with the snapshot's presentation ids by the places of their slots.
  func read(
    _ node: JSONNode, _ identifiers: Identifiers, presenting given: [JSONPointer: PresentationID]
  ) throws(JSONError)
  /// Writes the ids of a path's elements that had no ids when the state was read.
  func writeIDs(into place: inout some TypedSubstatePlace)
  /// The presenting slots in the state that was read.
  var presentations: [(at: String, id: PresentationID)] { get }
  /// Returns the slot at a place in the state that was read; nil if no slot is at the place.
  func slot(at pointer: JSONPointer) -> JSONSlotIdentity?
  /// Returns a copy for a copy of the state.
  func copy() -> any TypedSubstate
}

/// The place of a typed state's JSON.
package protocol TypedSubstatePlace {
  /// The JSON; nil if it is missing.
  var node: JSONNode? { get }
  /// Makes the JSON equal to another value by writing only the differences.
  mutating func write(_ json: JSON) throws(JSONError)
}

/// Identifies the feature. Several features may keep a state at one place.
package final class TypedSubstateKind: Sendable {
  let make: @Sendable (TypedSubstateKind) throws(JSONError) -> any TypedSubstate
  /// Returns an action of the feature in its own spelling; nil for JSON that it cannot read.
  let canonical: @Sendable (JSONNode) -> JSON?
  /// Returns why the feature cannot read an action; nil if it can.
  let mismatch: @Sendable (JSONNode) -> JSONError?
  /// Whether an action may contain a private case.
  let hasPrivate: Bool
  /// Returns the error for the first private case of an action; nil for an action without private cases.
  let refusal: @Sendable (JSONNode) -> JSONError?
  /// Returns the JSON Schema of its states, or of its actions; nil if its types do not determine one.
  let schema: @Sendable (_ isAction: Bool, inout JSONDefinitions) -> JSON?
  /// The names of an action's cases, set by ``JSONReducer/reportingPlaces(_:)``.
  let names = OnceReference<TypedActionNames>()

  package init(
    canonical: @escaping @Sendable (JSONNode) -> JSON?,
    mismatch: @escaping @Sendable (JSONNode) -> JSONError?,
    refusal: (@Sendable (JSONNode) -> JSONError?)? = nil,
    schema: @escaping @Sendable (_ isAction: Bool, inout JSONDefinitions) -> JSON? = { _, _ in
      nil
    },
    _ make: @escaping @Sendable (TypedSubstateKind) throws(JSONError) -> any TypedSubstate
  ) {
    self.canonical = canonical
    self.mismatch = mismatch
    hasPrivate = refusal != nil
    self.refusal = refusal ?? { _ in nil }
    self.schema = schema
    self.make = make
  }

  /// Returns why the feature cannot read a state; nil if it can.
  func mismatch(ofState node: JSONNode) -> JSONError? {
    do throws(JSONError) {
      // The trial has its own ids, which are dropped with it.
      try make(self).read(node, Identifiers(isCounting: true))
      return nil
    } catch {
      return error
    }
  }
}

/// Returns the case names of an action, from the outside in, without its payload.
package final class TypedActionNames: Sendable {
  let of: @Sendable (JSONNode) -> [String]?

  package init(_ of: @escaping @Sendable (JSONNode) -> [String]?) { self.of = of }
}

/// The presentation id and kind of a slot at one point in time.
package struct JSONSlotIdentity: Equatable {
  /// The id of the presentation; nil if nothing is presented.
  package let id: ExactText?
  /// Whether the presented value is an enum, whose case is reported in addition to its payload.
  package let isEnum: Bool

  package init(id: String?, isEnum: Bool) {
    self.id = id.map { ExactText($0) }
    self.isEnum = isEnum
  }
}
