internal import KumikiValues

extension JSONForm {
  /// Reads the declaration of a state.
  /// - Throws: `invalidPointer` for a string that is not a declaration, with the expected syntax and the byte
  ///   offset.
  package init(declaring text: String) throws(JSONError) {
    try self.init(text, takesDefaults: true) { (reader) throws(JSONError) in
      reader.takesTransient = true
      return try reader.declaration()
    }
  }

  /// Reads the declaration of a value in a request: like that of a state, or `null`.
  @inline(never)
  init(inRequest text: String) throws(JSONError) {
    try self.init(text, takesDefaults: true) { (reader) throws(JSONError) in
      reader.takeNull() ? reader.add(.nothing) : try reader.declaration()
    }
  }

  /// Reads the declaration of a field: a kind, or `shape` for the shape declared for that place in the state.
  package init(field text: String) throws(JSONError) {
    if text == "shape" {
      self.init(JSONFormTable([JSONFormTable.Node(kind: .shape)]), 0)
      return
    }
    try self.init(text, takesDefaults: false) { (reader) throws(JSONError) in
      try reader.soleKind()
    }
  }

  /// Reads the declaration of an action: its cases, each with a string for its payload.
  init(cases: [JSONCases.Case]) throws(JSONError) {
    var nodes: [JSONFormTable.Node] = []
    var parts: [JSONFormTable.Part] = []
    for known in cases {
      var reader = JSONFormReader(known.payload ?? "", takesDefaults: false, after: nodes)
      let form = known.payload == nil ? reader.add(.nothing) : try reader.payload()
      nodes = reader.nodes
      parts.append(
        JSONFormTable.Part(name: known.name, form: form, isPrivate: known.isPrivate))
    }
    var reader = JSONFormReader("", takesDefaults: false, after: nodes)
    let root = reader.add(.cases(parts))
    self.init(try reader.finished(), root)
  }

  private init(
    _ text: String, takesDefaults: Bool,
    _ read: (inout JSONFormReader) throws(JSONError) -> Int
  ) throws(JSONError) {
    var reader = JSONFormReader(text, takesDefaults: takesDefaults)
    let root = try read(&reader)
    self.init(try reader.finished(), root)
  }
}

extension JSONFormReader {
  /// Returns the table that was read, with names resolved and defaults completed.
  mutating func finished() throws(JSONError) -> Table {
    for index in nodes.indices {
      guard case .named(let name, let place) = nodes[index].kind else { continue }
      guard let definition = definitions[JSONCase(name)] else { throw unknown(name, at: place) }
      nodes[index].kind = .named(name, definition)
    }
    try checkNames()
    var defaults = JSONFormDefaults(nodes)
    try defaults.complete()
    return Table(defaults.nodes)
  }

  private func unknown(_ name: String, at place: Int) -> JSONError {
    let known = Self.words.map(\.name) + definitions.keys.map(\.name).ordered(by: <)
    return JSONError(
      .invalidPointer, position: place,
      message: KnownNames.advice(
        "no kind \"\(name.shortened)\"; ", "there are ", known, for: name))
  }

  /// Checks that each name stands for a kind, directly or through other names.
  private func checkNames() throws(JSONError) {
    var isKnown = Set<Int>()
    for start in nodes.indices {
      var names: Set<Int> = []
      var index = start
      while case .named(let name, let inner) = nodes[index].kind, !isKnown.contains(index) {
        guard names.insert(index).inserted else {
          throw JSONError(
            .invalidPointer, message: "\"\(name.shortened)\" refers only to itself")
        }
        index = inner
      }
      isKnown.formUnion(names)
    }
  }
}
