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
      shape: .all(members.map(\.shape)), cases: members.firstResult(\.cases),
      misfit: misfit(of: members),
      step: erase(ArrayReducer(members)))
  }

  package static func scope(
    _ pointer: JSONPointer, _ path: JSONCasePath, _ child: JSONReducer
  ) -> JSONReducer {
    if child.mistake != nil { return child }
    let label = label("scope", pointer.text)
    return JSONReducer(
      of: [child], shape: .part(keys: pointer.keys, cases: path.names, child.shape, label: label),
      misfit: { path.misfit($0, in: child) },
      step: erase(
        Scope(
          JSONPartOptic(pointer, isOptional: false), JSONBranchOptic(path), child, label: label)))
  }

  package static func scope(
    case stateCase: JSONCase, _ path: JSONCasePath, _ child: JSONReducer
  ) -> JSONReducer {
    if child.mistake != nil { return child }
    let label = label("scope_case", stateCase.name)
    return JSONReducer(
      of: [child], reachesByCase: true,
      shape: .part(
        keys: [stateCase.name], cases: path.names, child.shape, isCase: true, label: label),
      misfit: { path.misfit($0, in: child) },
      step: erase(
        Scope(JSONCaseOptic(stateCase), JSONBranchOptic(path), child, label: label)))
  }

  package static func ifLet(
    _ parent: JSONReducer, _ pointer: JSONPointer, _ path: JSONCasePath, _ options: JSONSlotOptions,
    _ child: JSONReducer
  ) -> JSONReducer {
    let options = options.resolved(childReachesByCase: child.reachesByCase)
    let label = label("if_let", pointer.text)
    return attach(
      parent, child,
      .part(keys: pointer.keys, cases: path.names, child.shape, options, label: label),
      misfit: { path.misfit($0, in: child) }
    ) {
      IfLetReducer(
        parent, JSONPartOptic(pointer, isOptional: true), JSONBranchOptic(path),
        JSONChildIdentity(pointer: pointer, options: options), child, label: label)
    }
  }

  package static func ifCaseLet(
    _ parent: JSONReducer, _ stateCase: JSONCase, _ path: JSONCasePath, _ options: JSONSlotOptions,
    _ child: JSONReducer
  ) -> JSONReducer {
    let options = options.resolved(childReachesByCase: child.reachesByCase)
    let label = label("if_case_let", stateCase.name)
    return attach(
      parent, child,
      .part(
        keys: [stateCase.name], cases: path.names, child.shape, isCase: true, options, label: label),
      misfit: { path.misfit($0, in: child) }, reachesByCase: true
    ) {
      IfLetReducer(
        parent, JSONCaseOptic(stateCase), JSONBranchOptic(path),
        JSONCaseIdentity(stateCase: stateCase, options: options), child, label: label)
    }
  }

  package static func presentation(
    _ parent: JSONReducer, _ pointer: JSONPointer, _ path: JSONCasePath, _ options: JSONSlotOptions,
    _ child: JSONReducer, policy: PresentationPolicy, takesPresent: Bool
  ) -> JSONReducer {
    let options = options.resolved(childReachesByCase: child.reachesByCase)
    let action = JSONSlotActionOptic(path, takesPresent: takesPresent)
    let label = label(takesPresent ? "presentation_destination" : "presentation", pointer.text)
    let shape = JSONShape.slot(
      keys: pointer.keys, cases: path.names, options, child.shape, label: label)
    return attach(
      parent, child, shape, misfit: { action.misfit($0, in: child, presenting: shape) }
    ) {
      PresentationReducer(
        parent, JSONSlotOptic(pointer, options), action, JSONEphemeralRule(options: options), child,
        policy: policy, label: label)
    }
  }

  package static func forEach(
    _ parent: JSONReducer, _ pointer: JSONPointer, _ path: JSONCasePath, idKey: JSONCase,
    _ element: JSONReducer
  ) -> JSONReducer {
    let action = JSONElementActionOptic(path: path)
    let form = JSONRowsForm(idKey: idKey)
    let label = label("for_each", pointer.text)
    return attach(
      parent, element,
      .rows(keys: pointer.keys, cases: path.names, form, element.shape, label: label),
      misfit: { action.misfit($0, in: element) }
    ) {
      ForEachReducer(
        parent, JSONRowsOptic(pointer: pointer, form: form), action, element, label: label)
    }
  }

  package static func stack(
    _ parent: JSONReducer, _ pointer: JSONPointer, _ path: JSONCasePath, _ element: JSONReducer,
    isSeed: Bool
  ) -> JSONReducer {
    let action = JSONPathActionOptic(path: path, isSeed: isSeed)
    let form = JSONRowsForm.path(hasCases: element.reachesByCase, isSeed: isSeed)
    let label = label(isSeed ? "navigation_destination" : "stack", pointer.text)
    var options = JSONSlotOptions()
    options.kind = element.reachesByCase ? .enumeration : .structure
    let shape = JSONShape.rows(
      keys: pointer.keys, cases: path.names, form, element.shape, options, label: label)
    return attach(
      parent, element, shape, misfit: { action.misfit($0, in: element, on: shape) }
    ) {
      StackReducer(
        parent, JSONPathOptic(pointer: pointer, form: form), action, element, label: label)
    }
  }

  package func dependency(_ update: @escaping (inout DependencyValues) -> Void) -> JSONReducer {
    wrapped { DependencyReducer(self, update) }
  }

  /// The same reducer with something around its step.
  func wrapped<R: Reducer<JSONState, JSONAction>>(_ make: () -> R) -> JSONReducer {
    if mistake != nil { return self }
    return JSONReducer(
      of: [self], reachesByCase: reachesByCase, shape: shape, cases: cases, misfit: misfit,
      step: Self.erase(make()))
  }

  /// A child attached to a parent: the first mistake of the two, else the operator.
  private static func attach<R: Reducer<JSONState, JSONAction>>(
    _ parent: JSONReducer, _ child: JSONReducer, _ shape: JSONShape,
    misfit: @escaping (JSONActionNode) -> JSONError?, reachesByCase: Bool = false,
    _ make: () -> R
  ) -> JSONReducer {
    if let mistake = parent.mistake ?? child.mistake { return JSONReducer(mistake: mistake) }
    return JSONReducer(
      of: [parent, child], reachesByCase: reachesByCase || parent.reachesByCase,
      shape: .all([shape, parent.shape]), cases: parent.cases,
      misfit: parent.misfit == nil ? misfit : { misfit($0) ?? parent.check($0) },
      step: erase(make()))
  }

  /// The first thing that does not fit in one of them.
  private static func misfit(of members: [JSONReducer]) -> Misfit? {
    let asking = members.filter { $0.misfit != nil }
    if asking.isEmpty { return nil }
    return { action in
      for member in asking {
        if let misfit = member.check(action) { return misfit }
      }
      return nil
    }
  }

  static func erase<R: Reducer<JSONState, JSONAction>>(_ reducer: R) -> JSONStep {
    { reducer._step(into: &$0, action: $1, in: $2) }
  }

  private static func label(_ name: String, _ place: String) -> OperatorLabel {
    OperatorLabel { "\(name) \(place)" }
  }
}
