internal import CJansson

/// A JSON Patch (RFC 6902) being written.
package struct JSONPatch {
  private let operations: JSON
  private let spare: Spare?

  package init() { self.init(reusing: nil) }

  /// - Parameter spare: the memory of an earlier patch, which this patch reuses.
  init(reusing spare: Spare?) {
    self.spare = spare
    operations = spare?.begin() ?? JSON(elements: [])
  }

  /// The operations so far, as an array.
  package var json: JSON {
    spare?.dropFormer(from: operations)
    return operations
  }
  package var isEmpty: Bool { json.count == 0 }

  /// Calls `body` with the operations, borrowed.
  @inline(__always)
  func withNode<R>(_ body: (JSONNode) -> R) -> R {
    spare?.dropFormer(from: operations)
    return operations.withNode(body)
  }

  /// Returns the patch that replaces one value with another; an empty patch if both are absent.
  package static func whole(replacing exists: Bool, by new: JSON?) -> JSONPatch {
    let patch = JSONPatch()
    if let new {
      new.withNode { patch.add(exists ? .replace : .add, "", $0) }
    } else if exists {
      patch.add(.remove, "")
    }
    return patch
  }

  enum Operation: UInt32 {
    case add, remove, replace, move

    fileprivate var word: JSONNode { .word(kumiki_word(rawValue)) }
  }

  func add(_ operation: Operation, _ path: String, _ value: JSONNode? = nil) {
    path.withBytes { add(operation, $0, value) }
  }

  func add(
    _ operation: Operation, from source: String? = nil, _ path: JSONBytes, _ value: JSONNode? = nil
  ) {
    if let spare {
      if let value, source == nil, let first = spare.first(of: operations) {
        return first.write(operation, path, value)
      }
      spare.dropFormer(from: operations)
    }
    let object = JSON.made(.object())
    object.set("op", stealing: operation.word)
    if let source { object.set("from", stealing: JSON.made(.text(source))) }
    object.set("path", stealing: JSON.made(.text(path)))
    if let value { object.set("value", stealing: value.retained()) }
    operations.withNode { _ = $0.append(stealing: object) }
  }
}

extension JSONTemplate {
  /// Writes an operation with the members "op", "path" and "value".
  fileprivate func write(_ operation: JSONPatch.Operation, _ path: JSONBytes, _ value: JSONNode) {
    let word = operation.word
    put(0, word)
    word.release()
    put(1, path)
    put(2, value)
  }
}

// MARK: - Reuse

extension JSONPatch {
  /// The memory of a patch that is no longer used, for code that makes one patch after another. Most patches have
  /// one operation with a value, which is written again.
  final class Spare {
    @safe @exclusivity(unchecked) private var operations: JSON?
    /// The first operation of the array, if it has a value; owned by the array.
    @safe @exclusivity(unchecked) private var first: JSONTemplate?
    /// Whether the array may be written for the next patch.
    @safe @exclusivity(unchecked) private var isFree = false
    /// Whether the array still has the operation of the former patch.
    @safe @exclusivity(unchecked) private var hasFormer = false

    /// Returns an array that has no operations but the former patch's.
    fileprivate func begin() -> JSON {
      if isFree, let operations {
        isFree = false
        return operations
      }
      forget()
      let made = JSON(elements: [])
      operations = made
      return made
    }

    /// Returns the object for the first operation; nil after the first.
    @inline(__always)
    fileprivate func first(of operations: JSON) -> JSONTemplate? {
      if hasFormer {
        hasFormer = false
        return first
      }
      return operations.count == 0 ? makeFirst(of: operations) : nil
    }

    @inline(never)
    private func makeFirst(of operations: JSON) -> JSONTemplate? {
      let made = JSONTemplate(["op", "path", "value"])
      first = operations.withNode { $0.append(stealing: made.node) } ? made : nil
      return first
    }

    /// Removes the operation of the former patch, if it is still there.
    @inline(__always)
    fileprivate func dropFormer(from operations: JSON) {
      if !hasFormer { return }
      (hasFormer, first) = (false, nil)
      operations.withNode { $0.remove(at: 0) }
    }

    /// Keeps the last patch's memory for the next patch. Returns false if code other than the record of the step
    /// has kept a part of it.
    func takeBack() -> Bool {
      guard let first, !isFree, let array = operations?.node, array.elementCount == 1,
        array.isOwned(by: 2), first.node.isUnique
      else {
        forget()
        return false
      }
      first.forgetContainer(2)
      (isFree, hasFormer) = (true, true)
      return true
    }

    private func forget() { (operations, first, isFree, hasFormer) = (nil, nil, false, false) }
  }
}

// MARK: - The difference of two values

extension JSONPatch {
  /// Returns the operations that turn one value into another. Members are compared by key, elements by index,
  /// after a common start and a common end are skipped.
  package static func between(_ old: JSON, _ new: JSON) -> JSONPatch {
    let patch = JSONPatch()
    var waiting = [(old, new, "")]
    while let (old, new, path) = waiting.popLast() {
      if old == new { continue }
      switch (old.kind, new.kind) {
      case (.object, .object): patch.members(old, new, path, &waiting)
      case (.array, .array): patch.elements(old, new, path, &waiting)
      default: new.withNode { patch.add(.replace, path, $0) }
      }
    }
    return patch
  }

  private func members(
    _ old: JSON, _ new: JSON, _ path: String, _ waiting: inout [(JSON, JSON, String)]
  ) {
    for key in old.keys where new[key: key] == nil { add(.remove, path.appending(key)) }
    for key in new.keys {
      guard let value = new[key: key] else { continue }
      if let before = old[key: key] {
        waiting.append((before, value, path.appending(key)))
      } else {
        value.withNode { add(.add, path.appending(key), $0) }
      }
    }
  }

  private func elements(
    _ old: JSON, _ new: JSON, _ path: String, _ waiting: inout [(JSON, JSON, String)]
  ) {
    var first = 0
    let shorter = min(old.count, new.count)
    while first < shorter, old[index: first] == new[index: first] { first += 1 }
    var behind = 0
    while behind < shorter - first,
      old[index: old.count - 1 - behind] == new[index: new.count - 1 - behind]
    {
      behind += 1
    }
    let gone = old.count - behind - first
    let come = new.count - behind - first
    for index in stride(from: first + gone - 1, through: first + min(gone, come), by: -1) {
      add(.remove, "\(path)/\(index)")
    }
    for index in (first + min(gone, come))..<(first + come) {
      new[index: index]?.withNode { add(.add, "\(path)/\(index)", $0) }
    }
    for index in first..<(first + min(gone, come)) {
      guard let before = old[index: index], let value = new[index: index] else { continue }
      waiting.append((before, value, "\(path)/\(index)"))
    }
  }
}

extension String {
  fileprivate func appending(_ key: String) -> String {
    var path = self
    path.appendSegment(key)
    return path
  }
}
