import Kumiki

/// An action: a case in its JSON form. Its mirror presents it to the engine as an enum, so that issues
/// name its cases.
package struct Act: Equatable, Sendable {
  package let value: Value
  let names: BranchNames

  package init(_ value: Value, _ names: BranchNames) {
    self.value = value
    self.names = names
  }

  package static func == (left: Act, right: Act) -> Bool { left.value == right.value }
}

/// The names of the cases that hold children's actions in the feature of a case; any other case holds
/// a payload, whatever its form.
package final class BranchNames: Hashable, Sendable {
  private let names: Set<String>

  package init(_ feature: Feature) { names = feature.branchNames.union(["presented", "element"]) }

  func contains(_ name: String) -> Bool { names.contains(name) }

  package static func == (left: BranchNames, right: BranchNames) -> Bool { left === right }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Act: CustomReflectable, CustomStringConvertible {
  private struct Payload {}

  package var description: String { value.asCase?.name ?? "" }

  package var customMirror: Mirror {
    guard case .object = value, let (name, payload) = value.asCase else {
      return Mirror(self, children: [], displayStyle: value.text == nil ? .struct : .enum)
    }
    let inner = name == "element" ? payload["action"] ?? .null : payload
    let child: Any =
      names.contains(name) && inner.asCase != nil ? Act(inner, names) : Payload()
    return Mirror(self, children: [name: child], displayStyle: .enum)
  }
}

/// The place of a child's actions for an operator, and the reader of their payloads.
struct Branch: Hashable, Sendable {
  var path: [String]
  var names: BranchNames
  var shape: Shape?

  fileprivate func act(_ value: Value) -> Act { Act(value, names) }

  /// The payload of the operator's case, which is a case itself.
  fileprivate func extract(_ act: Act) -> (name: String, payload: Value)? {
    act.value.payload(below: path)?.asCase
  }

  fileprivate func embed(_ name: String, _ payload: Value) -> Act {
    act(Value.object([name: payload]).wrapped(in: path))
  }

  fileprivate func element(_ id: Value, _ action: Act) -> Act {
    embed("element", .object(["id": id, "action": action.value]))
  }

  fileprivate func occupant(_ value: Value) -> Occupant? {
    guard let shape, case .slot(let form) = shape.role, !value.isNull else { return nil }
    return Occupant(value, shape.inside, form)
  }

  fileprivate func node(_ value: Value) -> Node? { shape.map { Node(value, $0.inside) } }
}

// The cases in which operators and views find their actions: `\.[slot: branch]`.
extension Act: CasePathable {
  package struct AllCasePaths {
    subscript(part branch: Branch) -> CasePath<Act, Act> {
      CasePath(
        embed: { branch.act($0.value.wrapped(in: branch.path)) },
        extract: { act in
          act.value.payload(below: branch.path).map { branch.act($0) }
        })
    }

    subscript(slot branch: Branch) -> CasePath<Act, PresentationAction<Act>> {
      CasePath(
        embed: { action in
          switch action {
          case .dismiss: branch.act(Value.text("dismiss").wrapped(in: branch.path))
          case .presented(let inner): branch.embed("presented", inner.value)
          }
        },
        extract: { act in
          switch branch.extract(act) {
          case ("dismiss", _)?: .dismiss
          case ("presented", let inner)?: .presented(branch.act(inner))
          default: nil
          }
        })
    }

    subscript(destination branch: Branch) -> CasePath<Act, DestinationAction<Occupant, Act>> {
      CasePath(
        embed: { action in
          switch action {
          case .dismiss: branch.act(Value.text("dismiss").wrapped(in: branch.path))
          case .presented(let inner): branch.embed("presented", inner.value)
          case .present(let id, let state):
            branch.embed(
              "present",
              .object([
                "id": id.map { .text($0.description) } ?? .null,
                "state": state?.node.value ?? .null,
              ]))
          }
        },
        extract: { act in
          switch branch.extract(act) {
          case ("dismiss", _)?: .dismiss
          case ("presented", let inner)?: .presented(branch.act(inner))
          case ("present", let payload)?:
            .present(
              id: payload["id"]?.text.map { PresentationID($0) },
              payload["state"].flatMap { branch.occupant($0) })
          default: nil
          }
        })
    }

    subscript(rows branch: Branch) -> CasePath<Act, IdentifiedAction<Value, Act>> {
      CasePath(
        embed: { action in
          switch action {
          case .element(let id, let inner): branch.element(id, inner)
          }
        },
        extract: { act in
          guard case ("element", let payload)? = branch.extract(act), let id = payload["id"],
            let inner = payload["action"]
          else { return nil }
          return .element(id: id, action: branch.act(inner))
        })
    }

    subscript(path branch: Branch) -> CasePath<Act, StackAction<Node, Act>> {
      CasePath(
        embed: { action in
          switch action {
          case .element(let id, let inner): branch.element(id.value, inner)
          case .popFrom(let id): branch.embed("popFrom", .object(["id": id.value]))
          case .push(let id, let state):
            branch.embed("push", .object(["id": id.value, "state": state.value]))
          }
        },
        extract: { act in
          guard let (name, payload) = branch.extract(act) else { return nil }
          switch name {
          case "element":
            return payload["id"]?.elementID.flatMap { id in
              payload["action"].map { .element(id: id, action: branch.act($0)) }
            }
          case "popFrom": return payload["id"]?.elementID.map { .popFrom(id: $0) }
          case "push":
            return payload["id"]?.elementID.flatMap { id in
              payload["state"].flatMap { branch.node($0) }.map { .push(id: id, state: $0) }
            }
          default: return nil
          }
        })
    }

    subscript(navigation branch: Branch) -> CasePath<Act, NavigationAction<Node, Act>> {
      CasePath(
        embed: { action in
          switch action {
          case .element(let id, let inner): branch.element(id.value, inner)
          case .dismiss(let id): branch.embed("dismiss", .object(["id": id.value]))
          case .setPath(let path): branch.embed("setPath", path.value)
          }
        },
        extract: { act in
          guard let (name, payload) = branch.extract(act) else { return nil }
          switch name {
          case "element":
            return payload["id"]?.elementID.flatMap { id in
              payload["action"].map { .element(id: id, action: branch.act($0)) }
            }
          case "dismiss": return payload["id"]?.elementID.map { .dismiss(id: $0) }
          case "setPath":
            guard let shape = branch.shape, let elements = payload.array else { return nil }
            return .setPath(.reading(elements, shape.inside))
          default: return nil
          }
        })
    }
  }

  package static var allCasePaths: AllCasePaths { AllCasePaths() }
}

extension StackElementID {
  var value: Value { .integer(Int64(clamping: generation)) }
}
