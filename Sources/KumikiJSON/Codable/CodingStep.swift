/// One step from a value to a part of it, as both coders store it. Paths are built from steps on demand.
enum CodingStep {
  /// The whole value.
  case root
  case key(any CodingKey)
  case index(Int)

  var key: (any CodingKey)? {
    switch self {
    case .root: nil
    case .key(let key): key
    case .index(let index): NameKey(intValue: index)
    }
  }
}

/// A key given by its name: for members whose keys are known only at run time, and for elements of an array.
struct NameKey: CodingKey {
  let stringValue: String
  var intValue: Int?

  init(_ name: String) { stringValue = name }

  init(stringValue: String) { self.init(stringValue) }

  init(intValue: Int) {
    self.init(String(intValue))
    self.intValue = intValue
  }

  /// The member that holds the part of a superclass.
  static var superclass: NameKey { NameKey("super") }
}

/// A value being coded, with its place in the root value.
protocol CodingNode: AnyObject {
  var parent: Self? { get }
  var step: CodingStep { get }
  /// The number of values from the root to here.
  var depth: Int { get }
  /// The number of values that were coded at this node.
  var turns: Int { get set }
}

extension CodingNode {
  /// The keys from the root to here.
  var codingPath: [any CodingKey] {
    var keys: [any CodingKey] = []
    var node: Self? = self
    while let here = node {
      if let key = here.step.key { keys.append(key) }
      node = here.parent
    }
    return keys.reversed()
  }

  /// Checks every few levels that the stack has enough room until the next check.
  @inline(__always)
  func checkStack() throws(JSONError) {
    turns += 1
    guard (depth + turns) % StackBudget.levelsBetweenQuestions == 0 else { return }
    guard StackBudget.has(StackBudget.codingReserve) else { throw .stackExhausted(path: path()) }
  }

  /// Returns the JSON Pointer to this value, or to a part of it.
  func path(_ step: CodingStep = .root) -> String {
    var keys = codingPath
    if let key = step.key { keys.append(key) }
    return String(pointerTo: keys)
  }
}

extension String {
  /// The JSON Pointer for a coding path.
  init(pointerTo path: [any CodingKey]) {
    self = ""
    for key in path { appendSegment(key.stringValue) }
  }
}
