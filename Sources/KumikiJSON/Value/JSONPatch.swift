internal import CJansson

/// A JSON Patch (RFC 6902) being written.
package struct JSONPatch {
  private let operations: JSON
  private let spare: Spare?

  package init() { self.init(reusing: nil) }

  /// - Parameter spare: the memory of an earlier patch, which this patch reuses.
  init(reusing spare: Spare?) {
    self.spare = spare
    operations = spare?.operations.take() ?? JSON(elements: [])
  }

  /// The operations so far, as an array.
  package var json: JSON { operations }
  package var isEmpty: Bool { operations.count == 0 }

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
  }

  func add(
    _ operation: Operation, from source: String? = nil, _ path: String, _ value: JSONNode? = nil
  ) {
    let left = source == nil && value != nil ? spare?.operation.take() : nil
    let object = left ?? JSON.made(.object())
    var members = JSONRewriting(of: object)
    members.put("op", stealing: .word(kumiki_word(operation.rawValue)))
    if let source { members.put("from", source) }
    members.put("path", path)
    if let value { members.put("value", stealing: value.retained()) }
    operations.withNode { _ = $0.append(stealing: object) }
  }
}

// MARK: - Reuse

extension JSONPatch {
  /// The memory of a released patch, for code that makes one patch after another. Most patches have one
  /// operation, and making this operation each time took a fifth of a trace's time.
  final class Spare {
    fileprivate var operations: JSON?
    /// An object with the members "op", "path" and "value".
    fileprivate var operation: JSONNode?

    deinit { operation?.releaseDeep() }
  }

  /// Leaves the patch's memory for the next patch, unless the patch was kept.
  func giveBack() {
    guard let spare, operations.node.isUnique, operations.count == 1,
      let only = operations.node.element(0), only.isUnique,
      let value = only.entry(JSONBytes("value"))
    else { return }
    // The state shares this value. If it were held here, a write would copy it.
    only.setNull(value)
    spare.operation?.releaseDeep()
    spare.operation = only.retained()
    operations.node.remove(at: 0)
    spare.operations = operations
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
    path.appendSegment(key.utf8)
    return path
  }
}
