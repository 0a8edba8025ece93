import Kumiki

// The writes of scripts, each through the calls of its place's type.
extension Node {
  /// False if the write is incomplete; then nothing was done.
  mutating func perform(_ write: Value, _ environment: Environment) -> Bool {
    guard let name = write[0]?.text, let pointer = write[1]?.text else { return false }
    let steps = pointerKeys(pointer)[...]
    if name == "remove" {
      remove(steps)
      return true
    }
    guard let given = write[2] else { return false }
    switch (name, given) {
    case ("set", _): set(steps, given)
    case ("insert", _): insert(steps, given)
    case ("move", .text(let target)): move(steps, pointerKeys(target)[...])
    case ("push", _): push(steps, given)
    case ("add", .integer(let number)):
      set(steps, .integer((found(steps)?.value.integer ?? 0) &+ number))
    case ("env", .text(let name)): set(steps, environment[name])
    case ("pop", .integer): pop(steps) { path in given.elementID.map { path.pop(from: $0) } }
    case ("pop_to", .integer): pop(steps) { path in given.elementID.map { path.pop(to: $0) } }
    default: return false
    }
    return true
  }

  private mutating func set(_ steps: ArraySlice<String>, _ value: Value) {
    _ = modify(steps) { node, shape in node = .assigned(value, over: node, shape) }
  }

  private mutating func remove(_ steps: ArraySlice<String>) {
    if steps.isEmpty { return }
    _ = modify(steps) { node, _ in node = nil }
  }

  private mutating func insert(_ steps: ArraySlice<String>, _ value: Value) {
    guard let last = steps.last else { return set(steps, value) }
    var isArray = true
    _ = modify(steps.dropLast()) { node, shape in
      switch node?.content {
      case .array(var elements):
        guard let index = elements.gap(last) else { return }
        elements.insert(Node(value, shape[member: last]), at: index)
        node = Node(.array(elements), shape)
      case .rows(var rows):
        guard let index = rows.gap(last) else { return }
        rows.insert(Node(value, shape.inside), at: index)
        node = Node(.rows(rows), shape)
      case .path: break
      default: isArray = false
      }
    }
    if !isArray { set(steps, value) }
  }

  /// Within rows it reorders; elsewhere the value is a new one in its new place.
  private mutating func move(_ from: ArraySlice<String>, _ to: ArraySlice<String>) {
    guard let source = from.last, let target = to.last, let value = found(from)?.value else {
      return
    }
    if from.dropLast() == to.dropLast(), reorder(from.dropLast(), source, target) { return }
    remove(from)
    insert(to, value)
  }

  private mutating func reorder(
    _ steps: ArraySlice<String>, _ source: String, _ target: String
  ) -> Bool {
    modify(steps) { node, shape in
      guard case .rows(var rows)? = node?.content else { return false }
      guard let from = rows.index(source) else { return true }
      let to = target == "-" ? rows.count - 1 : rows.index(target)
      if let to { rows.move(from: from, to: to) }
      node = Node(.rows(rows), shape)
      return true
    } ?? false
  }

  private mutating func push(_ steps: ArraySlice<String>, _ element: Value) {
    _ = modify(steps) { node, shape in
      guard shape.role == .path else { return }
      if node.map(\.value.isNull) ?? true { node = Node(.path(StackState()), shape) }
      guard case .path(var path)? = node?.content else { return }
      let id = path.append(Node(.scalar(.null), shape.inside))
      path[id: id] = Node(element, shape.inside)
      node = Node(.path(path), shape)
    }
  }

  private mutating func pop(
    _ steps: ArraySlice<String>, _ body: (inout StackState<Node>) -> Void?
  ) {
    _ = modify(steps) { node, shape in
      guard case .path(var path)? = node?.content else { return }
      _ = body(&path)
      node = Node(.path(path), shape)
    }
  }
}

extension Value {
  var elementID: StackElementID? { count.map { StackElementID(generation: $0) } }
}

extension RandomAccessCollection where Index == Int {
  /// The position of an insertion for a step of a pointer.
  fileprivate func gap(_ step: String) -> Int? {
    step == "-" ? count : Int(step).flatMap { (0...count).contains($0) ? $0 : nil }
  }
}
