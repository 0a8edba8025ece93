internal import KumikiValues

/// A place of a state, or of an action, with its declarations. A step to a place that cannot exist is an error
/// that suggests the nearest name.
struct JSONDeclaredPlace {
  /// The operator or the argument that names the place, for messages; "" for none.
  private var subject: String
  /// The keys to the place.
  private(set) var keys: [String]
  private(set) var forms: [JSONForm]
  /// For an action, the reducer that receives it here and may declare its cases.
  private var reader: JSONShape?
  private let isAction: Bool

  /// Makes a place of a state.
  init(_ subject: String = "", state forms: [JSONForm], at keys: [String] = []) {
    (self.subject, self.forms, self.keys) = (subject, forms, keys)
    isAction = false
  }

  /// Makes the place of a reducer's actions.
  ///
  /// - Parameter forms: the declarations around the reducer.
  init(
    _ subject: String = "", actionsOf reader: JSONShape, _ forms: [JSONForm] = [],
    at keys: [String] = []
  ) {
    (self.subject, self.forms, self.keys) = (subject, forms, keys)
    self.reader = reader
    isAction = true
  }

  /// Returns this place, named by another operator or argument.
  func named(_ subject: String) -> Self {
    var here = self
    here.subject = subject
    return here
  }

  /// Returns this place with further declarations.
  func with(_ forms: [JSONForm]) -> Self {
    var here = self
    here.forms += forms
    return here
  }

  /// Returns the member, the element or the case with a name.
  func inside(_ name: String, isCase: Bool = false) throws(JSONError) -> Self {
    var inner = self
    inner.keys.append(name)
    inner.reader = nil
    inner.forms = []
    for form in forms {
      switch form.place(name, isCase: isCase) {
      case .form(let form): inner.forms.append(form)
      case .anything: break
      case .nothing((let why, let known)): throw mistake(why, known, name)
      }
    }
    if let reader {
      let word = JSONCase(name)
      if reader.names(word) == false {
        throw mistake("no case \(name.shortened)", reader.namedCases.map(\.name), name)
      }
      inner.forms += reader.payloads(of: word)
    }
    return inner
  }

  func inside(_ names: some Sequence<String>, isCase: Bool = false) throws(JSONError) -> Self {
    var here = self
    for name in names { here = try here.inside(name, isCase: isCase) }
    return here
  }

  /// The elements of an array of rows.
  var row: Self {
    get throws(JSONError) {
      var inner = self
      inner.keys.append("0")
      inner.forms = []
      for form in forms {
        switch form.elements {
        case .form(let form): inner.forms.append(form)
        case .anything: break
        case .nothing((let why, let known)): throw mistake(why, known, nil)
        }
      }
      return inner
    }
  }

  /// Whether the place can only contain an array.
  var isArray: Bool { !forms.isEmpty && forms.allSatisfy(\.isArray) }

  /// Checks the member of a value that contains its id; for an enum, in the payload of any case.
  func checkID(_ name: String) throws(JSONError) {
    for form in forms {
      let payloads = form.payloads
      let places = (payloads.isEmpty ? [form] : payloads).map { $0.place(name, isCase: false) }
      let first = places[0]
      guard places.allSatisfy({ if case .nothing = $0 { true } else { false } }),
        case .nothing((let why, let known)) = first
      else { continue }
      throw mistake(why, known, name)
    }
  }

  /// Checks that the member that identifies a row here is in files.
  func checkRowID(_ name: JSONCase) throws(JSONError) {
    for form in forms where form.hasTransient {
      for part in form.kind.parts where part.isTransient && part.name == name {
        throw mistake("a transient member \(name.name) as the id of rows", [], nil)
      }
    }
  }

  private func mistake(_ why: String, _ known: [String], _ name: String?) -> JSONError {
    let place = keys.isEmpty ? "" : " at \(JSONPointer(keys: keys).text(atMost: 64))"
    let beginning = subject.isEmpty ? "" : "\(subject): "
    let message = "\(beginning)the \(isAction ? "actions have" : "shape has") \(why)\(place)"
    return JSONError(
      .invalidPointer, path: JSONPointer(keys: keys).text,
      message: known.isEmpty
        ? message : KnownNames.advice(message + "; ", "there are ", known, for: name))
  }
}

// MARK: - Actions

extension JSONDeclaredPlace {
  /// Returns the actions of an operator's child.
  func child(of branch: JSONBranch) throws(JSONError) -> Self {
    let here = try inside(branch.names, isCase: true)
    switch branch.kind {
    case .child:
      if let form = here.forms.first(where: \.isNoAction) {
        throw here.mistake("\(form.kind.inWords) and nothing inside", [], nil)
      }
      return here
    case .binding:
      _ = try here.inside(ActionWord.path.text)
      return try here.inside(ActionWord.value.text)
    case .slot(let dialect): return try here.inside(anyOf: dialect.slotWords, .presented)
    case .rows: return try here.inside(anyOf: [.element], .element).ofElement
    case .path(let dialect):
      return try here.inside(anyOf: dialect.pathWords, .element).ofElement
    }
  }

  /// Returns the child's actions in the case of one of an operator's words. A declaration may omit this case,
  /// but not the cases of all words.
  private func inside(anyOf words: [ActionWord], _ child: ActionWord) throws(JSONError) -> Self {
    var mistake: JSONError?
    for word in words {
      do throws(JSONError) { _ = try inside(word.text, isCase: true) } catch {
        if mistake == nil { mistake = error }
        continue
      }
      return (try? inside(child.text, isCase: true)) ?? withoutForms(child.text)
    }
    if let mistake { throw mistake }
    return self
  }

  /// The action in the payload of an element's action, next to the id.
  private var ofElement: Self {
    (try? inside(ActionWord.action.text)) ?? withoutForms(ActionWord.action.text)
  }

  private func withoutForms(_ name: String) -> Self {
    var inner = self
    inner.keys.append(name)
    (inner.forms, inner.reader) = ([], nil)
    return inner
  }

  /// Checks a case path, which may pass through elements. Also checks the declarations of the children.
  func check(path: [String]) throws(JSONError) {
    var waiting = [(place: self, rest: path[...])]
    var visited: Set<JSONShapeVisit> = []
    while let (place, rest) = waiting.popLast() {
      try place.checkNames(rest)
      guard let reader = place.reader, !rest.isEmpty,
        visited.insert(JSONShapeVisit(reader, rest.count)).inserted
      else { continue }
      for part in reader.here().compactMap(\.part) {
        let names = part.branch.childNames
        guard Array(rest).position(after: names, from: 0) != nil,
          let child = try? place.child(of: part.branch).read(by: part.child)
        else { continue }
        waiting.append((child, rest.dropFirst(names.count)))
      }
    }
  }

  private func checkNames(_ path: ArraySlice<String>) throws(JSONError) {
    var here = self
    for name in path {
      here = try here.inside(name, isCase: true)
      if name == ActionWord.element.text { here = here.ofElement }
    }
  }

  /// Returns this place with another reducer that receives the action here.
  func read(by reader: JSONShape) -> Self {
    var here = self
    here.reader = reader
    return here
  }
}

/// A visited reducer, and the number of names left in a path.
private struct JSONShapeVisit: Hashable {
  let shape: ObjectIdentifier
  let rest: Int

  init(_ shape: JSONShape, _ rest: Int) {
    self.shape = ObjectIdentifier(shape)
    self.rest = rest
  }
}

extension JSONShape {
  /// Whether a case is declared; nil if no cases are declared.
  fileprivate func names(_ name: JSONCase) -> Bool? {
    withExtendedLifetime(name) { names(name.segment.raw) }
  }

  /// Returns a case's payload as declared by each declaration around the same state that contains the case.
  fileprivate func payloads(of name: JSONCase) -> [JSONForm] {
    guard has(.namesCases) else { return [] }
    return here().compactMap { shape in
      guard case .cases(let form) = shape.content else { return nil }
      return form.payload(of: name)
    }
  }
}

extension JSONForm {
  fileprivate func payload(of name: JSONCase) -> JSONForm? {
    kind.parts.first { $0.name == name }.map { JSONForm(table, $0.form) }
  }

  /// The payloads of all cases; empty if this is not an enum.
  fileprivate var payloads: [JSONForm] {
    guard case .cases(let parts) = kind else { return [] }
    return parts.map { JSONForm(table, $0.form) }
  }

  /// Whether an action cannot match: an action is a string, or an object.
  fileprivate var isNoAction: Bool {
    switch kind {
    case .integer, .unsigned, .number, .boolean, .array, .nothing: true
    default: false
    }
  }
}
