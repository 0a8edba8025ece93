import Kumiki

extension Node {
  /// The value at steps from here; nil if it is missing.
  func found(_ steps: some Collection<String>) -> Node? {
    guard let step = steps.first else { return self }
    let rest = steps.dropFirst()
    return switch content {
    case .scalar: nil
    case .object(let members): members[step]?.found(rest)
    case .array(let elements): elements[at: step]?.found(rest)
    case .child, .slot: inner?.found(steps)
    case .rows(let rows): rows[at: step]?.found(rest)
    case .path(let path): foundEntry(of: path, step, rest)
    }
  }

  private func foundEntry(
    of path: StackState<Node>, _ step: String, _ rest: some Collection<String>
  ) -> Node? {
    guard let index = path.index(step) else { return nil }
    let members = ["id": Node(.scalar(path.ids[index].value), shape), "element": path[index]]
    return Node(.object(members), shape).found(rest)
  }

  /// Changes the value at steps from here, in place. `body` receives the place, nil if it is empty, and
  /// its shape. If the place does not exist, the result is nil and `body` is not called.
  mutating func modify<Result>(
    _ steps: ArraySlice<String>, _ body: (inout Node?, Shape) -> Result
  ) -> Result? {
    guard let step = steps.first else { return modifyWhole(body) }
    let rest = steps.dropFirst()
    switch content {
    case .scalar: return nil
    case .object(var members):
      defer { content = .object(members) }
      if rest.isEmpty { return body(&members[step], shape[member: step]) }
      return members[step]?.modify(rest, body)
    case .array(var elements):
      defer { content = .array(elements) }
      return elements.modify(step, rest, shape, body)
    case .child(var occupant):
      defer { content = .child(occupant) }
      return occupant?.node.modify(steps, body)
    case .slot(var slot):
      content = .scalar(.null)
      defer { content = .slot(slot) }
      return slot.wrappedValue?.node.modify(steps, body)
    case .rows(var rows):
      defer { content = .rows(rows) }
      return rows.modify(step, rest, shape, body)
    case .path(var path):
      defer { content = .path(path) }
      return path.modify(step, rest, shape, body)
    }
  }

  private mutating func modifyWhole<Result>(_ body: (inout Node?, Shape) -> Result) -> Result {
    var whole: Node? = self
    defer { if let whole { content = whole.content } }
    return body(&whole, shape)
  }
}

extension RandomAccessCollection where Index == Int {
  /// The index in a step of a pointer.
  func index(_ step: String) -> Int? {
    Int(step).flatMap { indices.contains($0) ? $0 : nil }
  }

  subscript(at step: String) -> Element? { index(step).map { self[$0] } }
}

extension [Node] {
  fileprivate mutating func modify<Result>(
    _ step: String, _ rest: ArraySlice<String>, _ shape: Shape,
    _ body: (inout Node?, Shape) -> Result
  ) -> Result? {
    guard let index = index(step) else { return nil }
    if !rest.isEmpty { return self[index].modify(rest, body) }
    var element: Node? = self[index]
    let result = body(&element, shape[member: step])
    if let element { self[index] = element } else { remove(at: index) }
    return result
  }
}

extension IdentifiedArray<Value, Node> {
  fileprivate mutating func modify<Result>(
    _ step: String, _ rest: ArraySlice<String>, _ shape: Shape,
    _ body: (inout Node?, Shape) -> Result
  ) -> Result? {
    guard let index = index(step) else { return nil }
    if !rest.isEmpty { return self[index].modify(rest, body) }
    var row: Node? = self[index]
    let result = body(&row, shape.inside)
    if let row { self[index] = row } else { remove(at: index) }
    return result
  }
}

extension StackState<Node> {
  /// A step into an entry goes to its id, which is never written, or to its element.
  fileprivate mutating func modify<Result>(
    _ step: String, _ rest: ArraySlice<String>, _ shape: Shape,
    _ body: (inout Node?, Shape) -> Result
  ) -> Result? {
    guard let index = index(step) else { return nil }
    if rest.isEmpty { return modifyEntry(index, shape, body) }
    guard rest.first == "element" else { return nil }
    if rest.count > 1 { return self[index].modify(rest.dropFirst(), body) }
    var element: Node? = self[index]
    let result = body(&element, shape.inside)
    if let element { self[index] = element }
    return result
  }

  private mutating func modifyEntry<Result>(
    _ index: Int, _ shape: Shape, _ body: (inout Node?, Shape) -> Result
  ) -> Result? {
    var element: Node? = self[index]
    let result = body(&element, shape.inside)
    if element == nil { remove(at: index) }
    return result
  }
}
