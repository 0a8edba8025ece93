internal import KumikiValues

extension JSONShape {
  /// The error of the first operator whose place or case the declarations around it exclude; nil if none is
  /// excluded. Such an operator would be attached silently and never run.
  var nameMistake: JSONError? {
    guard hasAny([.declares, .namesCasesInside]) else { return nil }
    var check = JSONNamesCheck(self)
    return check.run()
  }
}

/// Visits a reducer's operators from the outside in, with the declarations of their states and actions.
private struct JSONNamesCheck {
  /// A reducer's place in the state and in the actions.
  private struct Level {
    let shape: JSONShape
    /// With the declarations around the place.
    var state: JSONDeclaredPlace
    let action: JSONDeclaredPlace
  }

  private struct Visited: Hashable {
    let shape: ObjectIdentifier
    let state: Set<FormID>
    let action: Set<FormID>
  }

  private struct FormID: Hashable {
    let table: ObjectIdentifier
    let index: Int

    init(_ form: JSONForm) {
      table = ObjectIdentifier(form.table)
      index = form.index
    }
  }

  private var waiting: [Level]
  private var visited: Set<Visited> = []
  /// A limit for recursions whose levels are always surrounded by different shapes. Mistakes are found early.
  private static let mostLevels = 4096

  fileprivate init(_ shape: JSONShape) {
    waiting = [
      Level(
        shape: shape, state: JSONDeclaredPlace(state: []),
        action: JSONDeclaredPlace(actionsOf: shape))
    ]
  }

  fileprivate mutating func run() -> JSONError? {
    var next = 0
    while next < min(waiting.count, Self.mostLevels) {
      var level = waiting[next]
      next += 1
      level.state = level.state.with(level.shape.declaredHere)
      let here = Visited(
        shape: ObjectIdentifier(level.shape), state: Set(level.state.forms.map(FormID.init)),
        action: Set(level.action.forms.map(FormID.init)))
      guard visited.insert(here).inserted else { continue }
      do throws(JSONError) {
        for shape in level.shape.here() { try check(shape, in: level) }
      } catch {
        return error
      }
    }
    return nil
  }

  private mutating func check(_ shape: JSONShape, in level: Level) throws(JSONError) {
    switch shape.content {
    case .part(let part), .slot(let part), .rows(let part, _):
      let name = part.label?.text ?? ""
      var inside = try level.state.named(name).inside(part.keys, isCase: part.isCase)
      try check(part.options, inside)
      if case .rows(_, let form) = shape.content { inside = try row(of: inside, form) }
      let action = try level.action.named(name).child(of: part.branch).read(by: part.child)
      waiting.append(Level(shape: part.child, state: inside, action: action))
    case .binding(let branch, let fields):
      let name = "binding_fields \(branch.path.text)"
      for (pointer, _) in fields?.fields ?? [] {
        _ = try level.state.named(name).inside(pointer.keys)
      }
      _ = try level.action.named(name).child(of: branch)
    case .history(let places, _):
      _ = try level.state.named("undoable, the state_path").inside(places.part.keys)
      if let shown = places.shown {
        _ = try level.state.named("undoable, the history_path").inside(shown.keys)
      }
      try check(places, inside: try level.state.inside(places.part.keys))
    case .watcher(let watcher): try check(watcher, in: level)
    case .none, .all, .recursion, .choice, .substate, .cases, .declared, .holder, .requests: break
    }
  }

  /// Checks the included and the excluded places of a history's part.
  private func check(_ places: JSONUndoPlaces, inside part: JSONDeclaredPlace) throws(JSONError) {
    for pointer in places.included + places.excluded {
      var here = part.named("undoable, a place in the part")
      for key in pointer.keys { here = try key == "*" ? here.row : here.inside(key) }
    }
  }

  private func check(_ watcher: JSONWatcher, in level: Level) throws(JSONError) {
    let place = try level.state.named(watcher.name)
      .inside(watcher.place.keys, isCase: watcher.isCase)
    for pointer in watcher.inRows { _ = try place.row.inside(pointer.keys) }
    for path in watcher.actions {
      try level.action.named(watcher.name).check(path: path.names)
    }
  }

  /// Checks the names in the options of a slot or of an optional child.
  private func check(
    _ options: JSONSlotOptions, _ value: JSONDeclaredPlace
  ) throws(JSONError) {
    for name in options.ephemeralCases { _ = try value.inside(name.name, isCase: true) }
    if let key = options.idKey { try value.checkID(key.name) }
  }

  /// Returns the state of a row, or of the element inside a path's entry.
  private func row(
    of array: JSONDeclaredPlace, _ form: JSONRowsForm
  ) throws(JSONError) -> JSONDeclaredPlace {
    let row = try array.row
    if !form.isPath { try row.checkRowID(form.idKey) }
    let inside = try row.inside(form.isPath ? JSONPathForm.element.name : form.idKey.name)
    return form.isPath ? inside : row
  }
}
