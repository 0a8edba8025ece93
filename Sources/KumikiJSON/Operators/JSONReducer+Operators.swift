internal import CJansson
package import Kumiki

// The engine's operators over JSON optics. Nothing here says what an operator does.
extension JSONReducer {
  package static func combine(_ members: [JSONReducer]) -> JSONReducer {
    if let mistake = members.firstResult(\.mistake) {
      return JSONReducer(mistake: mistake)
    }
    if members.count == 1 { return members[0] }
    return JSONReducer(
      of: members, reachesByCase: members.contains(where: \.reachesByCase),
      shape: .all(members.map(\.shape)), step: erase(ArrayReducer(members)))
  }

  package static func scope(
    _ pointer: JSONPointer, _ path: JSONCasePath, _ child: JSONReducer
  ) -> JSONReducer {
    if child.mistake != nil { return child }
    let label = label("scope", pointer.text)
    let branch = JSONBranch(path, .child)
    return JSONReducer(
      of: [child], shape: .part(branch, keys: pointer.keys, child.shape, label: label),
      step: erase(Scope(JSONPartOptic(pointer, isOptional: false), branch, child, label: label)))
  }

  package static func scope(
    case stateCase: JSONCase, _ path: JSONCasePath, _ child: JSONReducer
  ) -> JSONReducer {
    if child.mistake != nil { return child }
    let label = label("scope_case", stateCase.name)
    let branch = JSONBranch(path, .child)
    return JSONReducer(
      of: [child], reachesByCase: true,
      shape: .part(branch, keys: [stateCase.name], child.shape, isCase: true, label: label),
      step: erase(Scope(JSONCaseOptic(stateCase), branch, child, label: label)))
  }

  package static func ifLet(
    _ parent: JSONReducer, _ pointer: JSONPointer, _ path: JSONCasePath, _ options: JSONSlotOptions,
    _ child: JSONReducer
  ) -> JSONReducer {
    let options = options.resolved(childReachesByCase: child.reachesByCase)
    let label = label("if_let", pointer.text)
    let branch = JSONBranch(path, .child)
    let shape = JSONShape.part(
      branch, keys: pointer.keys, child.shape, options, label: label)
    return attach(parent, child, shape) {
      IfLetReducer(
        parent, JSONPartOptic(pointer, isOptional: true), branch,
        JSONChildIdentity(pointer: pointer, options: options), child, label: label)
    }
  }

  package static func ifCaseLet(
    _ parent: JSONReducer, _ stateCase: JSONCase, _ path: JSONCasePath, _ options: JSONSlotOptions,
    _ child: JSONReducer
  ) -> JSONReducer {
    let options = options.resolved(childReachesByCase: child.reachesByCase)
    let label = label("if_case_let", stateCase.name)
    let branch = JSONBranch(path, .child)
    let shape = JSONShape.part(
      branch, keys: [stateCase.name], child.shape, options, isCase: true, label: label)
    return attach(parent, child, shape, reachesByCase: true) {
      IfLetReducer(
        parent, JSONCaseOptic(stateCase), branch,
        JSONCaseIdentity(stateCase: stateCase, options: options), child, label: label)
    }
  }

  package static func presentation(
    _ parent: JSONReducer, _ pointer: JSONPointer, _ path: JSONCasePath, _ options: JSONSlotOptions,
    _ child: JSONReducer, _ dialect: NavigationDialect
  ) -> JSONReducer {
    let options = options.resolved(childReachesByCase: child.reachesByCase)
    let name = dialect == .legacy ? "presentation_destination" : "presentation"
    let label = label(name, pointer.text)
    let branch = JSONBranch(path, .slot(dialect))
    let shape = JSONShape.part(
      branch, keys: pointer.keys, child.shape, options, label: label)
    return attach(parent, child, shape) {
      PresentationReducer(
        parent, JSONSlotOptic(pointer, options), branch, JSONEphemeralRule(options: options), child,
        policy: dialect.presentation, label: label)
    }
  }

  package static func forEach(
    _ parent: JSONReducer, _ pointer: JSONPointer, _ path: JSONCasePath, idKey: JSONCase,
    _ element: JSONReducer
  ) -> JSONReducer {
    let form = JSONRowsForm(idKey: idKey)
    let label = label("for_each", pointer.text)
    let branch = JSONBranch(path, .rows)
    let shape = JSONShape.part(
      branch, keys: pointer.keys, element.shape, rows: form, label: label)
    return attach(parent, element, shape) {
      ForEachReducer(
        parent, JSONRowsOptic(pointer: pointer, form: form), branch, element, label: label)
    }
  }

  package static func stack(
    _ parent: JSONReducer, _ pointer: JSONPointer, _ path: JSONCasePath, _ element: JSONReducer,
    _ dialect: NavigationDialect
  ) -> JSONReducer {
    let form = JSONRowsForm.path(hasCases: element.reachesByCase, dialect)
    let label = label(dialect == .legacy ? "navigation_destination" : "stack", pointer.text)
    var options = JSONSlotOptions()
    options.kind = element.reachesByCase ? .enumeration : .structure
    let branch = JSONBranch(path, .path(dialect))
    let shape = JSONShape.part(
      branch, keys: pointer.keys, element.shape, options, rows: form, label: label)
    return attach(parent, element, shape) {
      StackReducer(
        parent, JSONPathOptic(pointer: pointer, form: form), branch, element, label: label)
    }
  }

  package func dependency(_ update: @escaping (inout DependencyValues) -> Void) -> JSONReducer {
    wrapped { DependencyReducer(self, update) }
  }

  /// This reducer with an operator around it.
  func wrapped<R: Reducer<JSONState, JSONAction>>(_ make: () -> R) -> JSONReducer {
    if mistake != nil { return self }
    return JSONReducer(
      of: [self], reachesByCase: reachesByCase, shape: shape, step: Self.erase(make()))
  }

  /// A child attached to a parent: the first mistake of the two, else the operator.
  private static func attach<R: Reducer<JSONState, JSONAction>>(
    _ parent: JSONReducer, _ child: JSONReducer, _ shape: JSONShape, reachesByCase: Bool = false,
    _ make: () -> R
  ) -> JSONReducer {
    if let mistake = parent.mistake ?? child.mistake { return JSONReducer(mistake: mistake) }
    return JSONReducer(
      of: [parent, child], reachesByCase: reachesByCase || parent.reachesByCase,
      shape: .all([shape, parent.shape]), step: erase(make()))
  }

  static func erase<R: Reducer<JSONState, JSONAction>>(_ reducer: R) -> JSONStep {
    { reducer._step(into: &$0, action: $1, in: $2) }
  }

  private static func label(_ name: String, _ place: String) -> OperatorLabel {
    OperatorLabel { "\(name) \(place)" }
  }
}
