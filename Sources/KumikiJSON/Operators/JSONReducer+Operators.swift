package import KumikiValues

// The engine's operators, applied to JSON optics. The engine defines the operators' behaviour.
extension JSONReducer {
  package static func combine(_ members: [JSONReducer]) -> JSONReducer {
    if let mistake = members.firstResult(\.mistake) { return JSONReducer(mistake: mistake) }
    if members.count == 1 { return members[0] }
    return JSONReducer(
      of: members, reachesByCase: members.contains(where: \.reachesByCase),
      alerts: members.flatMap(\.alerts), shape: .join(members.map(\.shape)),
      running: AnyReducer(ArrayReducer(members)))
  }

  package static func scope(
    _ pointer: JSONPointer, _ path: JSONCasePath, _ child: JSONReducer
  ) -> JSONReducer {
    let part = JSONPartOptic(pointer, isOptional: false)
    return attach("scope", part, path, to: nil, child) { Scope(part, $0, child, label: $1) }
  }

  package static func scope(
    case stateCase: JSONCase, _ path: JSONCasePath, _ child: JSONReducer
  ) -> JSONReducer {
    let part = JSONCaseOptic(stateCase: stateCase)
    return attach("scope_case", part, path, to: nil, child) { Scope(part, $0, child, label: $1) }
  }

  /// Returns the reducer of a destination's case that is an alert or a dialog, with its buttons' actions.
  package static func alert(_ stateCase: JSONCase, _ buttons: JSONCases) throws -> JSONReducer {
    let names = JSONWatcher(
      "alert \(stateCase.name)",
      actions: try buttons.form.caseNames.map { try JSONCasePath($0.name) })
    let child = combine([]).with(
      shape: .all([JSONShape(.watcher(names)), JSONShape(.cases(buttons.form))]))
    let scope = scope(case: stateCase, try JSONCasePath(stateCase.name), child)
    return JSONReducer(
      of: [scope], reachesByCase: true, alerts: [stateCase], shape: scope.shape,
      running: AnyReducer(scope))
  }

  package static func ifLet(
    _ parent: JSONReducer, _ pointer: JSONPointer, _ path: JSONCasePath, _ options: JSONSlotOptions,
    _ child: JSONReducer
  ) -> JSONReducer {
    let options = options.resolved(for: child)
    let part = JSONPartOptic(pointer, isOptional: true)
    let identity = JSONChildIdentity(pointer: pointer, options: options)
    return attach("if_let", part, path, options: options, to: parent, child) {
      IfLetReducer(parent, part, $0, identity, child, label: $1)
    }
  }

  package static func ifCaseLet(
    _ parent: JSONReducer, _ stateCase: JSONCase, _ path: JSONCasePath, _ options: JSONSlotOptions,
    _ child: JSONReducer
  ) -> JSONReducer {
    let options = options.resolved(for: child)
    let part = JSONCaseOptic(stateCase: stateCase)
    let identity = JSONCaseIdentity(stateCase: stateCase, options: options)
    return attach("if_case_let", part, path, options: options, to: parent, child) {
      IfLetReducer(parent, part, $0, identity, child, label: $1)
    }
  }

  package static func presentation(
    _ parent: JSONReducer, _ pointer: JSONPointer, _ path: JSONCasePath, _ options: JSONSlotOptions,
    _ child: JSONReducer, _ dialect: NavigationDialect
  ) -> JSONReducer {
    let options = options.resolved(for: child)
    let slot = JSONSlotOptic(pointer, options)
    let name = dialect == .legacy ? "presentation_destination" : "presentation"
    return attach(name, slot, path, .slot(dialect), options: options, to: parent, child) {
      PresentationReducer(
        parent, slot, $0, child, policy: dialect, label: $1, isOwn: options.isOwn)
    }
  }

  package static func forEach(
    _ parent: JSONReducer, _ pointer: JSONPointer, _ path: JSONCasePath, idKey: JSONCase,
    _ element: JSONReducer
  ) -> JSONReducer {
    let rows = JSONRowsOptic<JSONRowsView>(pointer, JSONRowsForm(idKey: idKey))
    return attach("for_each", rows, path, .rows, rows: rows.form, to: parent, element) {
      ForEachReducer(parent, rows, $0, element, label: $1)
    }
  }

  package static func stack(
    _ parent: JSONReducer, _ pointer: JSONPointer, _ path: JSONCasePath, _ element: JSONReducer,
    _ dialect: NavigationDialect
  ) -> JSONReducer {
    let form = JSONRowsForm.path(hasCases: element.reachesByCase, dialect)
    let rows = JSONRowsOptic<JSONPathView>(pointer, form)
    var options = JSONSlotOptions()
    options.kind = element.reachesByCase ? .enumeration : .structure
    let name = dialect == .legacy ? "navigation_destination" : "stack"
    return attach(
      name, rows, path, .path(dialect), options: options, rows: form, to: parent, element
    ) {
      StackReducer(parent, rows, $0, element, label: $1)
    }
  }

  package func dependency(_ update: @escaping (inout DependencyValues) -> Void) -> JSONReducer {
    around { DependencyReducer($0, update) }
  }

  /// Returns an operator of the engine around this reducer, on the same state and the same actions.
  package func around(
    _ make: (JSONReducer) -> some Reducer<JSONState, JSONAction>
  ) -> JSONReducer { with(running: AnyReducer(make(self))) }

  /// Returns an operator that runs a child, attached to a parent or standalone; or the first error of the two.
  private static func attach<Part: JSONOptic, R: Reducer<JSONState, JSONAction>>(
    _ name: String, _ part: Part, _ path: JSONCasePath, _ kind: JSONBranch.Kind = .child,
    options: JSONSlotOptions = JSONSlotOptions(), rows: JSONRowsForm? = nil,
    to parent: JSONReducer?, _ child: JSONReducer, _ make: (JSONBranch, OperatorLabel) -> R
  ) -> JSONReducer {
    if let mistake = parent?.mistake ?? child.mistake { return JSONReducer(mistake: mistake) }
    let label = OperatorLabel { "\(name) \(part.name)" }
    let branch = JSONBranch(path, kind)
    let shape = JSONShape.part(
      branch, keys: part.keys, child.shape, options, rows: rows, isCase: part.isCase,
      isOptional: part.isOptional, label: label)
    return JSONReducer(
      of: [parent, child].compactMap(\.self),
      reachesByCase: part.isCase || parent?.reachesByCase == true, alerts: parent?.alerts ?? [],
      shape: parent.map { .all([shape, $0.shape]) } ?? shape,
      running: AnyReducer(make(branch, label)))
  }
}

extension JSONSlotOptions {
  /// Returns these options with `automatic` resolved, and with the alerts of the child.
  func resolved(for child: JSONReducer) -> JSONSlotOptions {
    var options = self
    options.ephemeralCases += child.alerts
    if kind == .automatic {
      let isEnum = child.reachesByCase || !ephemeralCases.isEmpty
      options.kind = isEnum ? .enumeration : .structure
      options.knowsCases = child.reachesByCase
    }
    return options
  }
}
