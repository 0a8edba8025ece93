import Kumiki

// The writes of scripts, each by the calls that the type of the place has for it.
extension Node {
  mutating func perform(_ write: Value, _ environment: Environment) {
    let steps = pointerKeys(write[1]?.text ?? "")[...]
    switch write[0]?.text {
    case "set": if let value = write[2] { set(steps, value) }
    case "insert": if let value = write[2] { insert(steps, value) }
    case "remove": remove(steps)
    case "move": move(steps, pointerKeys(write[2]?.text ?? "")[...])
    case "push": if let element = write[2] { push(steps, element) }
    case "pop": modifyPath(steps) { path in write[2]?.elementID.map { path.pop(from: $0) } }
    case "pop_to": modifyPath(steps) { path in write[2]?.elementID.map { path.pop(to: $0) } }
    case "add":
      let sum = (found(steps)?.value.integer ?? 0) &+ (write[2]?.integer ?? 0)
      set(steps, .integer(sum))
    case "env": if let name = write[2]?.text { set(steps, environment[name]) }
    default: break
    }
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

  private mutating func modifyPath(
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
  /// Where a step of a pointer lets something be inserted.
  fileprivate func gap(_ step: String) -> Int? {
    step == "-" ? count : Int(step).flatMap { (0...count).contains($0) ? $0 : nil }
  }
}
