internal import Kumiki

// The writes that a composition makes itself: null on dismissal, the counts of a history, and defaults of
// missing members. If a shape refuses one, the composition is a mistake.
extension JSONShape {
  /// The first such write that does not fit its place; nil if all fit.
  ///
  /// Reducers chosen by readers are not included: what does not fit there is refused when it is written.
  var ownWriteMistake: JSONError? {
    guard declares || hasHistory else { return nil }
    var search = OwnWriteSearch(root: self)
    return search.run()
  }
}

/// One step down in a state: a member, or any element of an array.
private enum PlaceStep: Hashable {
  case member(String)
  case element
}

private struct OwnWriteSearch {
  let root: JSONShape
  /// A shape and its place in the state.
  private struct Visit: Hashable {
    let shape: ObjectIdentifier
    let place: [PlaceStep]
  }
  private var met: Set<Visit> = []
  /// The recursions on the way. Inside one, the same recursion again adds nothing.
  private var recursions: [ObjectIdentifier] = []
  /// Limits the visited places. A composition may contain one reducer any number of times.
  private static let mostVisits = 10_000

  init(root: JSONShape) { self.root = root }

  mutating func run() -> JSONError? { look(at: root, []) }

  private mutating func look(at shape: JSONShape, _ place: [PlaceStep]) -> JSONError? {
    guard StackBudget.has(StackBudget.declaringReserve), met.count < Self.mostVisits,
      met.insert(Visit(shape: ObjectIdentifier(shape), place: place)).inserted
    else { return nil }
    switch shape.kind {
    case .none, .choice, .binding, .substate, .cases, .holder: return nil
    case .all:
      for child in shape.children {
        if let mistake = look(at: child, place) { return mistake }
      }
      return nil
    case .declared: return lookAtDefaults(of: shape.declared!, place)
    case .recursion:
      let id = ObjectIdentifier(shape)
      if recursions.contains(id) { return nil }
      recursions.append(id)
      defer { recursions.removeLast() }
      return look(at: shape.child, place)
    case .history:
      if let undo = shape.undo, let mistake = lookAtCounts(undo.places, shape, place) {
        return mistake
      }
      return look(at: shape.child, place)
    case .part, .slot, .rows:
      let inner = place + shape.keys.map(PlaceStep.member)
      if shape.kind == .slot, let error = root.mismatch(of: .null, at: inner[...]) {
        return mistake("\(shape.label?.text ?? "a presentation") dismisses by null", error, inner)
      }
      guard let form = shape.form else { return look(at: shape.child, inner) }
      let entry: [PlaceStep] =
        form.isPath ? [.element, .member(JSONPathForm.element.name)] : [.element]
      return look(at: shape.child, inner + entry)
    }
  }

  /// Checks defaults of members: all others that read the place must be able to use them.
  private mutating func lookAtDefaults(of form: JSONForm, _ place: [PlaceStep]) -> JSONError? {
    var waiting: [(form: JSONForm, inside: [PlaceStep])] = [(form, [])]
    var met: Set<Int> = []
    while let (next, inside) = waiting.popLast() {
      // A form that contains itself says the same again further in.
      guard met.insert(next.index).inserted else { continue }
      for (name, fallback) in next.defaults {
        let inner = place + inside + [.member(name)]
        let own = (form: form, depth: inside.count + 1)
        guard let error = root.mismatch(of: fallback, at: inner[...], but: own) else { continue }
        return mistake("the default of \(name.shortened) does not fit", error, inner)
      }
      waiting += next.objectsInside.map { ($0.form, inside + [.member($0.name)]) }
    }
    return nil
  }

  private mutating func lookAtCounts(
    _ places: JSONUndoPlaces, _ history: JSONShape, _ place: [PlaceStep]
  ) -> JSONError? {
    guard let shown = places.shown else { return nil }
    let inner = place + shown.keys.map(PlaceStep.member)
    if let error = root.mismatch(of: JSONUndoPlaces.counts(0, 0), at: inner[...]) {
      return mistake("kmk_undoable shows its counts", error, inner)
    }
    if root.hasHistory(history, at: inner[...]) {
      return mistake(
        "kmk_undoable shows its counts",
        JSONError(.decode, message: "there is a state with the same history"), inner)
    }
    return nil
  }

  private func mistake(_ what: String, _ error: JSONError, _ place: [PlaceStep]) -> JSONError {
    let path = place.reduce(into: "") { path, step in
      switch step {
      case .member(let key): path.appendSegment(key)
      case .element: path.append("/-")
      }
    }
    return JSONError(
      .invalidPointer, path: path,
      message: "\(what) at \(path), where that is refused: \(error)")
  }
}

// One value at one place, as seen by every shape on the way there.
extension JSONShape {
  /// What does not fit in a value at a place, at any depth. A member's default fits the object that declares
  /// it, so that object is skipped: checking it for each of its members would take quadratic time.
  fileprivate func mismatch(
    of value: JSON, at place: ArraySlice<PlaceStep>, but own: (form: JSONForm, depth: Int)? = nil
  ) -> JSONError? {
    var error: JSONError?
    follow(place) { shape, step, rest in
      if error != nil { return }
      if let form = shape.declared {
        if let own, rest.count == own.depth, form.isSame(as: own.form) { return }
        error = form.mismatch(of: value, at: rest)
      } else if own != nil, rest.count == 1, shape.isEnum {
        error = JSONError(.decode, message: "an enum is there: a case has one member")
      } else if rest.isEmpty {
        error = value.withNode { shape.mismatch(of: $0, after: step)?.error }
      }
    }
    return error
  }

  /// Whether a history belongs to the state exactly at a place.
  fileprivate func hasHistory(_ history: JSONShape, at place: ArraySlice<PlaceStep>) -> Bool {
    var isThere = false
    follow(place) { shape, step, rest in
      guard rest.isEmpty, step == shape.keys.count else { return }
      let here = shape.kind == .part || shape.kind == .slot ? shape.child : shape
      isThere = isThere || here.readers.contains { $0 === history }
    }
    return isThere
  }

  /// Calls `body` with each shape at a place or with a place inside it, and the number of its keys that lead
  /// there. Also with each declared form on the way, and the rest of the place from there.
  private func follow(
    _ place: ArraySlice<PlaceStep>, after step: Int = 0, into recursions: [ObjectIdentifier] = [],
    _ body: (JSONShape, _ step: Int, _ rest: ArraySlice<PlaceStep>) -> Void
  ) {
    guard let next = place.first, kind != .declared else { return body(self, step, place) }
    guard StackBudget.has(StackBudget.declaringReserve) else { return }
    if step < keys.count {
      if next == .member(keys[step]) { follow(place.dropFirst(), after: step + 1, body) }
      return
    }
    switch kind {
    case .all: for child in children { child.follow(place, into: recursions, body) }
    case .recursion:
      let id = ObjectIdentifier(self)
      if !recursions.contains(id) { child.follow(place, into: recursions + [id], body) }
    case .history, .part, .slot:
      if isEnum, place.count == 1 { body(self, step, place) }
      child.follow(place, into: recursions, body)
    case .rows:
      guard next == .element else { return }
      let inside = place.dropFirst()
      guard form?.isPath == true else { return child.follow(inside, body) }
      if inside.first == .member(JSONPathForm.element.name) {
        child.follow(inside.dropFirst(), body)
      }
    case .none, .choice, .binding, .substate, .cases, .declared, .holder: return
    }
  }
}

extension JSONForm {
  /// What does not fit in a value at a place inside; nil if no form covers it.
  fileprivate func mismatch(of value: JSON, at place: ArraySlice<PlaceStep>) -> JSONError? {
    var form = self
    for step in place {
      let next =
        switch step {
        case .member(let key): form.place(key, isCase: false)
        case .element: form.elements
        }
      switch next {
      case .form(let inner): form = inner
      case .anything: return nil
      case .none(let why, _): return JSONError(.decode, message: "the shape there has \(why)")
      }
    }
    return value.withNode { form.mismatch($0) }
  }

  func isSame(as other: JSONForm) -> Bool { table === other.table && index == other.index }

  /// The members of this object that are objects with defaults.
  fileprivate var objectsInside: [(name: String, form: JSONForm)] {
    table.nodes[table.resolved(index)].parts.compactMap { part in
      let inner = JSONForm(table, table.resolved(part.form))
      guard table.nodes[inner.index].fills, table.nodes[inner.index].kind == .object else {
        return nil
      }
      return (part.name.name, inner)
    }
  }

  /// The members of this object with a default.
  fileprivate var defaults: [(name: String, fallback: JSON)] {
    table.nodes[table.resolved(index)].parts.compactMap { part in
      part.fallback.map { (part.name.name, $0) }
    }
  }
}
