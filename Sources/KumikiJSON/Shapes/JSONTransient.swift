internal import KumikiValues

/// The places of a reducer's transient members, which are in the state, but in no file, log or undo step.
///
/// It holds no functions of the program, so a snapshot may hold it.
package final class JSONTransient: Sendable {
  /// A key from one place to another. Nil stands for any element or member.
  fileprivate struct Edge {
    let key: [UInt8]?
    /// -1 for a transient member.
    let place: Int
  }

  /// The edges from each place. The first one is the whole state.
  private let edges: [[Edge]]

  /// Nil if no member is transient. Members that a dynamic reducer's choice declares are not known.
  init?(_ shape: JSONShape) {
    guard shape.has(.mayHaveTransient) else { return nil }
    var places = JSONTransientPlaces(edges: [[]])
    places.add(shape)
    guard places.hasTransient else { return nil }
    edges = places.edges
  }

  /// A place of the state, outside all transient members, as seen by each declaration on its path.
  struct Place {
    fileprivate let transient: JSONTransient
    fileprivate var numbers: [Int] = [0]
  }

  /// The place of the whole state.
  var root: Place { Place(transient: self) }

  /// Whether a path leads to a value outside all transient members.
  func keeps(_ path: String) -> Bool {
    guard let pointer = try? JSONPointer(path) else { return true }
    return root.inside(pointer) != nil
  }

  /// Returns a patch without the writes of transient members.
  func lasting(_ patch: JSON) throws(JSONError) -> JSON {
    var operations: [JSON] = []
    for index in 0..<patch.count {
      guard let operation = patch[index: index], let path = operation[key: "path"]?.string,
        let place = root.inside(try JSONPointer(path))
      else { continue }
      guard let value = operation[key: "value"] else {
        operations.append(operation)
        continue
      }
      operations.append(operation.setting("value", to: try place.lasting(value)))
    }
    return JSON(elements: operations)
  }

  /// Returns a step of a trace without the writes of transient members.
  func lasting(step: JSON) throws(JSONError) -> JSON {
    var step = step
    for key in ["patch", "inverse"] {
      if let patch = step[key: key] { step = step.setting(key, to: try lasting(patch)) }
    }
    return step
  }

  @inline(never)
  fileprivate func inside(_ numbers: [Int], _ key: JSONBytes?) -> [Int]? {
    var inner: [Int] = []
    for number in numbers {
      for edge in edges[number] {
        if let name = edge.key {
          guard let key, key.elementsEqual(name) else { continue }
        }
        if edge.place < 0 { return nil }
        inner.append(edge.place)
      }
    }
    return inner
  }

  /// Returns a value without its transient members; nil if it has none.
  fileprivate func lasting(_ node: JSONNode, at numbers: [Int]) throws(JSONError) -> JSON? {
    if numbers.isEmpty || !node.isContainer { return nil }
    guard StackBudget.has(StackBudget.declaringReserve) else { throw .stackExhausted() }
    return try JSON.changing(node) { (copy) throws(JSONError) in
      if node.isArray {
        guard let inner = inside(numbers, nil) else { return }
        for index in 0..<node.elementCount {
          guard let whole = try lasting(node.element(index)!, at: inner) else { continue }
          copy().replace(at: index, stealing: whole.retained())
        }
        return
      }
      for member in node.members {
        guard let inner = inside(numbers, member.key) else {
          copy().remove(member.key)
          continue
        }
        guard let whole = try lasting(member.value, at: inner) else { continue }
        copy().set(member.key, stealing: whole.retained())
      }
    }
  }
}

extension JSONTransient.Place {
  /// Returns the place at the end of a pointer; nil if that is in a transient member. Any key stands for an element.
  func inside(_ pointer: JSONPointer) -> Self? {
    var here = self
    for step in pointer.segments {
      guard let inner = transient.inside(here.numbers, step.raw) else { return nil }
      here.numbers = inner
    }
    return here
  }

  /// Returns a value here without its transient members.
  ///
  /// - Throws: `tooDeep` if the stack is too small.
  func lasting(_ value: JSON) throws(JSONError) -> JSON {
    try value.withNode { (node) throws(JSONError) in
      try transient.lasting(node, at: numbers)
    } ?? value
  }
}

extension JSONTransient.Place? {
  /// Returns a value without its transient members; the same value without a place, and if the stack is too small.
  @inline(never)
  func of(_ value: JSON) -> JSON { (try? self?.lasting(value)) ?? value }
}

/// Collects the places of transient members.
private struct JSONTransientPlaces {
  var edges: [[JSONTransient.Edge]]
  var hasTransient = false
  /// The reducers whose states have a place, each with its number.
  private var known: [(shape: JSONShape, number: Int)] = []

  init(edges: [[JSONTransient.Edge]]) { self.edges = edges }

  /// Adds the places in a reducer's state, which is the first place.
  mutating func add(_ shape: JSONShape) {
    known = [(shape, 0)]
    var next = 0
    while next < known.count {
      let (shape, number) = known[next]
      next += 1
      for here in shape.here({ $0.isHere ? [$0.part!.child] : $0.members }) {
        if case .declared(let form) = here.content, form.hasTransient { add(form, number) }
        guard let part = here.part, !here.isHere, part.child.has(.mayHaveTransient) else {
          continue
        }
        var keys: [[UInt8]?] = part.keys.map { Array($0.utf8) }
        if case .rows(_, let form) = here.content {
          keys.append(nil)
          if form.isPath { keys.append(Array(JSONPathForm.element.name.utf8)) }
        }
        var (place, last) = (number, keys.removeLast())
        for key in keys { place = edge(from: place, key) }
        if let child = known.first(where: { $0.shape === part.child }) {
          edges[place].append(.init(key: last, place: child.number))
        } else {
          known.append((part.child, edge(from: place, last)))
        }
      }
    }
  }

  /// Adds the places in a declared value.
  private mutating func add(_ form: JSONForm, _ number: Int) {
    let (table, first) = (form.table, edges.count)
    for index in table.nodes.indices {
      edges.append([])
      switch table.nodes[index].kind {
      case .array(let inner), .map(let inner): add(nil, table, inner, from: index, first)
      case let kind:
        for part in kind.parts {
          add(part.name, table, part.isTransient ? -1 : part.form, from: index, first)
        }
      }
    }
    edges[number] += edges[first + table.resolved(form.index)]
    hasTransient = true
  }

  @inline(never)
  private mutating func add(
    _ key: JSONCase?, _ table: JSONFormTable, _ form: Int, from index: Int, _ first: Int
  ) {
    let form = form < 0 ? form : table.resolved(form)
    if form >= 0, !table.nodes[form].hasTransient { return }
    let key = key.map { Array($0.name.utf8) }
    edges[first + index].append(.init(key: key, place: form < 0 ? form : first + form))
  }

  private mutating func edge(from place: Int, _ key: [UInt8]?) -> Int {
    edges.append([])
    edges[place].append(.init(key: key, place: edges.count - 1))
    return edges.count - 1
  }
}

extension JSONShape {
  /// Whether this is an operator whose child has the same state.
  fileprivate var isHere: Bool {
    if case .rows = content { return false }
    return part?.keys.isEmpty == true
  }
}
