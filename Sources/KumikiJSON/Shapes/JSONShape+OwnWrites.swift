internal import KumikiValues

// The writes of a reducer tree itself: null on dismissal, the counts of a history, and defaults of missing
// members. If a shape refuses one of them, the tree has a configuration error.
extension JSONShape {
  /// The error of the first such write that does not match its place; nil if all match.
  ///
  /// Reducers chosen by dynamic reducers are not included. A mismatch there is refused when it is written.
  var ownWriteMistake: JSONError? {
    guard hasAny([.declares, .hasHistory]) else { return nil }
    return OwnWriteSearch(root: self).run()
  }
}

private struct OwnWriteSearch {
  let root: JSONShape
  /// A shape, and the keys to its place in the state, with "-" for any element of an array.
  private struct Visit: Hashable {
    let shape: ObjectIdentifier
    let place: JSONPointer
  }
  /// The limit of visited places. A reducer tree may contain one reducer any number of times.
  private static let mostVisits = 10_000

  func run() -> JSONError? {
    var visited: Set<Visit> = []
    // Entering a recursion again inside itself adds nothing.
    var waiting: [(shape: JSONShape, keys: [String], recursions: [JSONShape])] = [(root, [], [])]
    while let (shape, keys, recursions) = waiting.popLast(), visited.count < Self.mostVisits {
      guard
        visited.insert(Visit(shape: ObjectIdentifier(shape), place: JSONPointer(keys: keys)))
          .inserted
      else { continue }
      if let mistake = mistake(in: shape, keys) { return mistake }
      if case .recursion = shape.content {
        if recursions.contains(where: { $0 === shape }) { continue }
        waiting.append((shape.members[0], keys, recursions + [shape]))
      } else if let part = shape.part {
        waiting.append((part.child, keys + part.keys + shape.keysOfElement, recursions))
      } else {
        waiting += shape.members.reversed().map { ($0, keys, recursions) }
      }
    }
    return nil
  }

  private func mistake(in shape: JSONShape, _ keys: [String]) -> JSONError? {
    switch shape.content {
    case .declared(let form): return mistake(inDefaultsOf: form, keys)
    case .slot(let part):
      let keys = keys + part.keys
      return root.mismatch(of: .null, at: keys).map {
        mistake("\(part.label?.text ?? "a presentation") dismisses by null", $0, keys)
      }
    case .history(let places, _):
      guard let shown = places.shown else { return nil }
      let keys = keys + shown.keys
      let error = root.mismatch(of: places.counts(0, 0, nil, nil), at: keys)
      let same = JSONError(.decode, message: "there is a state with the same history")
      return (error ?? (root.has(shape, at: keys) ? same : nil)).map {
        mistake("kmk_undoable shows its counts", $0, keys)
      }
    default: return nil
    }
  }

  /// Checks the defaults of members. All other shapes that read the place must be able to use them.
  private func mistake(inDefaultsOf form: JSONForm, _ keys: [String]) -> JSONError? {
    var waiting: [(form: JSONForm, inside: [String])] = [(form, [])]
    var visited: Set<Int> = []
    while let (next, inside) = waiting.popLast() {
      // A declaration that contains itself would repeat the same defaults further inside.
      guard visited.insert(next.index).inserted else { continue }
      for (name, fallback) in next.defaults {
        let inner = keys + inside + [name]
        let own = (form: form, depth: inside.count + 1)
        guard let error = root.mismatch(of: fallback, at: inner, but: own) else { continue }
        return mistake("the default of \(name.shortened) does not fit", error, inner)
      }
      waiting += next.objectsInside.map { ($0.form, inside + [$0.name]) }
    }
    return nil
  }

  private func mistake(_ what: String, _ error: JSONError, _ keys: [String]) -> JSONError {
    // If the stack is too small for the check, this error is returned instead.
    if error.kind == .tooDeep { return error }
    let path = JSONPointer(keys: keys).text
    return JSONError(
      .invalidPointer, path: path,
      message: "\(what) at \(path), where that is refused: \(error)")
  }
}

// One value at one place, as seen by every shape on the path to it.
extension JSONShape {
  /// The keys from an array of rows to an element's state.
  fileprivate var keysOfElement: [String] {
    guard case .rows(_, let form) = content else { return [] }
    return form.isPath ? ["-", JSONPathForm.element.name] : ["-"]
  }

  /// Returns the mismatch of a value at a place, at any depth. A member's default matches the object that
  /// declares it, so that object is skipped: checking it for each of its members would take quadratic time.
  fileprivate func mismatch(
    of value: JSON, at keys: [String], but own: (form: JSONForm, depth: Int)? = nil
  ) -> JSONError? {
    for (shape, rest) in around(keys) {
      var error: JSONError?
      if case .declared(let form) = shape.content {
        if let own, rest.count == own.depth, form.isSame(as: own.form) { continue }
        error = form.mismatch(of: value, at: rest)
      } else if let names = shape.names(rest), names.count == rest.count {
        error = value.withNode { shape.mismatch(of: $0, after: names.count) }
      } else if own != nil, let names = shape.names(rest), names.count + 1 == rest.count,
        shape.keysOfElement.isEmpty, shape.part?.isEnum == true
      {
        error = JSONError(.decode, message: "the value is an enum: a case has one member")
      }
      if let error { return error }
    }
    return nil
  }

  /// Whether a history belongs to the state exactly at a place.
  fileprivate func has(_ history: JSONShape, at keys: [String]) -> Bool {
    around(keys).contains { shape, rest in
      guard rest.count == shape.steps.count, shape.names(rest) != nil else { return false }
      let here = shape.keysOfElement.isEmpty ? shape.part?.child ?? shape : shape
      return here.here().contains { $0 === history }
    }
  }

  /// Returns the shapes on the path to a place, with the keys from there; at the place, only the outermost.
  private func around(_ keys: [String]) -> [(shape: JSONShape, rest: ArraySlice<String>)] {
    var around: [(shape: JSONShape, rest: ArraySlice<String>)] = []
    var search = JSONShapeSearch(self, along: keys)
    while let step = search.next() {
      let rest = keys[step.rest...]
      if rest.isEmpty, step.above?.keysOfElement.isEmpty == true { continue }
      around.append((step.shape, rest))
    }
    return around
  }

  /// Returns the names of an operator's keys, limited to the length of a path; nil if the path leads elsewhere.
  private func names(_ path: ArraySlice<String>) -> [String]? {
    let names = steps.prefix(path.count).map(\.text)
    return Array(path).position(after: names, from: 0) == nil ? nil : names
  }
}

extension JSONForm {
  /// Returns the mismatch of a value at a place inside; nil if no declaration covers the place.
  fileprivate func mismatch(of value: JSON, at keys: ArraySlice<String>) -> JSONError? {
    var form = self
    for key in keys {
      switch key == "-" && form.isArray ? form.elements : form.place(key, isCase: false) {
      case .form(let inner): form = inner
      case .anything: return nil
      case .nothing((let why, _)): return JSONError(.decode, message: "the shape there has \(why)")
      }
    }
    return value.withNode { form.mismatch($0) }
  }
}
