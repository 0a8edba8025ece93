internal import CJansson
package import Kumiki

// The engine's operators over JSON optics. Nothing here says what an operator does.
extension JSONReducer {
  package static func combine(_ members: [JSONReducer]) -> JSONReducer {
    if let mistake = members.lazy.compactMap(\.mistake).first { return JSONReducer(mistake: mistake) }
    if members.count == 1 { return members[0] }
    return JSONReducer(
      reachesByCase: members.contains(where: \.reachesByCase),
      slots: members.flatMap(\.declaredSlots),
      misfit: { action in members.lazy.compactMap { $0.check(action) }.first },
      step: erase(ArrayReducer(members)))
  }

  package static func scope(
    _ pointer: JSONPointer, _ path: JSONCasePath, _ child: JSONReducer
  ) -> JSONReducer {
    if child.mistake != nil { return child }
    return JSONReducer(
      slots: child.declaredSlots.map { $0.inside(keys: pointer.keys, cases: path.cases.map(\.name)) },
      misfit: { path.misfit($0, in: child) },
      step: erase(
        Scope(
          JSONPartOptic(pointer, isOptional: false), JSONBranchOptic(path), child,
          label: label("scope", pointer.text))))
  }

  package static func scope(
    case stateCase: JSONCase, _ path: JSONCasePath, _ child: JSONReducer
  ) -> JSONReducer {
    if child.mistake != nil { return child }
    return JSONReducer(
      reachesByCase: true,
      slots: child.declaredSlots.map {
        $0.inside(keys: [stateCase.name], cases: path.cases.map(\.name))
      },
      misfit: { path.misfit($0, in: child) },
      step: erase(
        Scope(
          JSONCaseOptic(stateCase), JSONBranchOptic(path), child,
          label: label("scope_case", stateCase.name))))
  }

  package static func ifLet(
    _ parent: JSONReducer, _ pointer: JSONPointer, _ path: JSONCasePath, _ options: JSONSlotOptions,
    _ child: JSONReducer
  ) -> JSONReducer {
    if let mistake = parent.mistake ?? child.mistake { return JSONReducer(mistake: mistake) }
    let options = options.resolved(childReachesByCase: child.reachesByCase)
    return JSONReducer(
      reachesByCase: parent.reachesByCase,
      slots: parent.declaredSlots
        + child.declaredSlots.map { $0.inside(keys: pointer.keys, cases: path.cases.map(\.name)) },
      misfit: { path.misfit($0, in: child) ?? parent.check($0) },
      step: erase(
        IfLetReducer(
          parent, JSONPartOptic(pointer, isOptional: true), JSONBranchOptic(path),
          JSONChildIdentity(pointer: pointer, options: options), child,
          label: label("if_let", pointer.text))))
  }

  package static func presentation(
    _ parent: JSONReducer, _ pointer: JSONPointer, _ path: JSONCasePath, _ options: JSONSlotOptions,
    _ child: JSONReducer, policy: PresentationPolicy, takesPresent: Bool
  ) -> JSONReducer {
    if let mistake = parent.mistake ?? child.mistake { return JSONReducer(mistake: mistake) }
    let options = options.resolved(childReachesByCase: child.reachesByCase)
    let names = path.cases.map(\.name)
    let own = JSONSlotDeclaration(keys: pointer.keys, cases: names, options: options)
    let action = JSONSlotActionOptic(path, takesPresent: takesPresent)
    return JSONReducer(
      reachesByCase: parent.reachesByCase,
      slots: [own] + parent.declaredSlots
        + child.declaredSlots.map { $0.inside(keys: pointer.keys, cases: names + ["presented"]) },
      misfit: { action.misfit($0, in: child) ?? parent.check($0) },
      step: erase(
        PresentationReducer(
          parent, JSONSlotOptic(pointer, options), action, JSONEphemeralRule(options: options), child,
          policy: policy,
          label: label(takesPresent ? "presentation_destination" : "presentation", pointer.text))))
  }

  package func dependency(_ update: @escaping (inout DependencyValues) -> Void) -> JSONReducer {
    if mistake != nil { return self }
    return JSONReducer(
      reachesByCase: reachesByCase, slots: declaredSlots, misfit: check(_:),
      step: Self.erase(DependencyReducer(self, update)))
  }

  private static func erase<R: Reducer<JSONState, JSONAction>>(
    _ reducer: R
  ) -> (inout JSONState, JSONAction) -> Effect<JSONAction> {
    { reducer.reduce(into: &$0, action: $1) }
  }

  private static func label(_ name: String, _ place: String) -> OperatorLabel {
    OperatorLabel { "\(name) \(place)" }
  }
}
