/// One step from a value to a part of it, as both coders remember it. Paths are built from these
/// when needed.
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

/// A key by its name, for members whose keys are known only at run time, or of an element of an array.
struct NameKey: CodingKey {
  let stringValue: String
  var intValue: Int?

  init(_ name: String) { stringValue = name }

  init(stringValue: String) { self.init(stringValue) }

  init(intValue: Int) {
    self.init(String(intValue))
    self.intValue = intValue
  }

  /// The member that holds a superclass's part.
  static var superclass: NameKey { NameKey("super") }
}

/// A value that is being coded, with its place in the whole.
protocol CodingNode: AnyObject {
  var parent: Self? { get }
  var step: CodingStep { get }
  /// Values from the root to here.
  var depth: Int { get }
  /// How often a value was coded here.
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

  /// Asks for stack now and then, enough to get to the next question.
  @inline(__always)
  func checkStack() throws(JSONError) {
    turns += 1
    guard (depth + turns) % StackBudget.levelsBetweenQuestions == 0 else { return }
    guard StackBudget.has(StackBudget.codingReserve) else { throw .stackExhausted(path: path()) }
  }

  /// The JSON Pointer to here, or to a part of what is here.
  func path(_ step: CodingStep = .root) -> String {
    var keys = codingPath
    if let key = step.key { keys.append(key) }
    return String(pointerTo: keys)
  }
}

extension String {
  /// The JSON Pointer that a coding path stands for.
  init(pointerTo path: [any CodingKey]) {
    self = ""
    for key in path { appendSegment(key.stringValue) }
  }
}
