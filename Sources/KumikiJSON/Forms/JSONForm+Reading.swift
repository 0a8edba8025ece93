internal import Kumiki

extension JSONForm {
  /// What a state may be.
  /// - Throws: `invalidPointer` for a text that says nothing, with what was expected and at which byte.
  package init(declaring text: String) throws(JSONError) {
    try self.init(text, takesDefaults: true) { (reader) throws(JSONError) in
      try reader.declaration()
    }
  }

  /// What a field of a state may become: a kind, or `shape` for what was declared of the state there.
  package init(field text: String) throws(JSONError) {
    if text == JSONFormTable.Kind.shape.rawValue {
      self.init(JSONFormTable([JSONFormTable.Node(kind: .shape)]), 0)
      return
    }
    try self.init(text, takesDefaults: false) { (reader) throws(JSONError) in
      try reader.soleKind()
    }
  }

  /// What an action may be: its cases, each with the text of its payload.
  init(cases: [JSONCases.Case]) throws(JSONError) {
    var parts: [JSONFormTable.Part] = []
    var nodes: [JSONFormTable.Node] = []
    for known in cases {
      var form: Int?
      if let payload = known.payload {
        var reader = JSONFormReader(payload, takesDefaults: false)
        reader.nodes = nodes
        form = try reader.payload()
        nodes = reader.nodes
      }
      parts.append(JSONFormTable.Part(name: known.name, form: form))
    }
    var reader = JSONFormReader("", takesDefaults: false)
    reader.nodes = nodes
    let root = reader.add(JSONFormTable.Node(kind: .cases, parts: parts))
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
  /// What was read, with each name led to what it stands for and each default whole.
  mutating func finished() throws(JSONError) -> Table {
    for index in nodes.indices where nodes[index].kind == .named {
      guard let definition = definitions[JSONCase(nodes[index].name)] else {
        throw unknown(nodes[index].name, at: nodes[index].inner)
      }
      nodes[index].inner = definition
    }
    try checkNames()
    noteDefaults()
    try completeDefaults()
    return Table(nodes)
  }

  private func unknown(_ name: String, at place: Int) -> JSONError {
    let known = Self.words.map(\.rawValue) + definitions.keys.map(\.name).sorted()
    return JSONError(
      .invalidPointer, position: place,
      message: KnownNames.advice(
        "no kind \"\(name.shortened)\"; ", "there are ", known, for: name))
  }

  /// A name that stands for a name must come to a kind at last.
  private func checkNames() throws(JSONError) {
    var isKnown = Set<Int>()
    for start in nodes.indices where nodes[start].kind == .named {
      var way: Set<Int> = []
      var index = start
      while nodes[index].kind == .named, !isKnown.contains(index) {
        guard way.insert(index).inserted else {
          throw JSONError(
            .invalidPointer,
            message: "\"\(nodes[index].name.shortened)\" stands for nothing but itself")
        }
        index = nodes[index].inner
      }
      isKnown.formUnion(way)
    }
  }

  /// Notes which kinds have a default in them. What is inside stands before what it is in, but for names:
  /// of these it is enough to know that there may be one.
  private mutating func noteDefaults() {
    let any = nodes.contains { $0.parts.contains { $0.fallback != nil } }
    guard any else { return }
    for index in nodes.indices {
      let node = nodes[index]
      nodes[index].fills =
        node.kind == .named || node.inner >= 0 && nodes[node.inner].fills
        || node.parts.contains { part in
          part.fallback != nil || part.form.map { nodes[$0].fills } == true
        }
    }
  }

  /// A default may leave out what has a default itself. It has to fit.
  private mutating func completeDefaults() throws(JSONError) {
    for _ in 0..<Self.mostRounds {
      let table = Table(nodes)
      var isDone = true
      for (index, node) in nodes.enumerated() {
        for (place, part) in node.parts.enumerated() {
          guard let fallback = part.fallback, let form = part.form else { continue }
          if let mismatch = table.mismatch(form, fallback.node) {
            throw JSONError(
              .invalidPointer,
              message: "the default of \(part.name.name.shortened) does not fit: \(mismatch)")
          }
          guard let whole = try table.completed(form, fallback.node) else { continue }
          guard let size = JSONMeasure.size(of: whole.node), size.nodes <= Self.mostValues else {
            throw Self.endless(part.name)
          }
          nodes[index].parts[place].fallback = whole
          isDone = false
        }
      }
      if isDone { return }
    }
    throw Self.endless(nil)
  }

  /// So many defaults may stand inside each other, and so many values may be in one.
  private static let mostRounds = 64
  private static let mostValues = 10_000

  private static func endless(_ name: JSONCase?) -> JSONError {
    JSONError(
      .invalidPointer,
      message: "the default\(name.map { " of \($0.name.shortened)" } ?? "") contains itself")
  }
}
