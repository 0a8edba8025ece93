package import Kumiki

/// The typed state that a Swift feature keeps beside its JSON, in a tree written in C.
package protocol TypedSubstate: AnyObject {
  var kind: TypedSubstateKind { get }
  /// Decodes the JSON, unless it is the last one read or written.
  func read(_ node: JSONNode?, _ identifiers: Identifiers) throws(JSONError)
  /// The slot at a place in the state that was read; nil if there is none.
  func slot(at pointer: JSONPointer) -> JSONSlotIdentity?
  /// A copy for a copy of the state.
  func copy() -> any TypedSubstate
}

/// Identifies the feature. Several may keep a state at one place.
package final class TypedSubstateKind: Sendable {
  fileprivate let make: @Sendable (TypedSubstateKind) throws(JSONError) -> any TypedSubstate
  /// An action of the feature in its own spelling; nil for JSON that it cannot read.
  let spelt: @Sendable (JSONNode) -> JSON?
  /// Why the feature cannot read an action; nil if it can.
  let mismatch: @Sendable (JSONNode) -> JSONError?
  /// The JSON Schema of its states, or of its actions; nil if its types do not determine one.
  let schema: @Sendable (_ isAction: Bool, inout JSONSchemaWriter) -> JSON?

  package init(
    spelt: @escaping @Sendable (JSONNode) -> JSON?,
    mismatch: @escaping @Sendable (JSONNode) -> JSONError?,
    schema: @escaping @Sendable (_ isAction: Bool, inout JSONSchemaWriter) -> JSON? = { _, _ in
      nil
    },
    _ make: @escaping @Sendable (TypedSubstateKind) throws(JSONError) -> any TypedSubstate
  ) {
    self.spelt = spelt
    self.mismatch = mismatch
    self.schema = schema
    self.make = make
  }

  /// Why the feature cannot read a state; nil if it can.
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

extension JSONState {
  /// The typed state of a feature here, made on first use.
  package mutating func substate(_ kind: TypedSubstateKind) throws(JSONError) -> any TypedSubstate {
    let place = makePlace()
    if let substate = place.substates.first(where: { $0.kind === kind }) { return substate }
    if let former = document.with({ $0.former?.substate(kind, of: place) }) {
      place.substates.append(former)
      return former
    }
    let made = try kind.make(kind)
    place.substates.append(made)
    return made
  }

  /// The typed state of a feature, decoded from the current value.
  mutating func readSubstate(
    _ kind: TypedSubstateKind, _ identifiers: Identifiers
  ) throws(JSONError) -> any TypedSubstate {
    let substate = try substate(kind)
    do throws(JSONError) { try substate.read(node, identifiers) } catch {
      throw error.below(path: path)
    }
    return substate
  }
}

extension JSONDocument {
  /// The current slot at a pointer: an operator's, or one inside a Swift feature.
  package func slotIdentity(at pointer: JSONPointer) -> JSONSlotIdentity? {
    if let record = slot(at: pointer) {
      return JSONSlotIdentity(
        id: record.id?.description, isEnum: record.options.kind == .enumeration)
    }
    let keys = pointer.keys
    for (kind, depth) in layout.substates(at: keys) {
      var root = JSONState(self)
      let found: JSONSlotIdentity?? = root.visit(JSONPointer(keys: Array(keys[..<depth]))) {
        let substate = $0.node?.isContainer == true ? try? $0.readSubstate(kind, identifiers) : nil
        return substate?.slot(at: JSONPointer(keys: Array(keys[depth...])))
      }
      if let found, let found { return found }
    }
    return nil
  }
}
