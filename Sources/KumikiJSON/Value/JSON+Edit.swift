internal import CJansson

// Copies of values with a change in one place. What is not on the way there is shared.

extension JSON {
  /// An object with one member set, or added at the end.
  func setting(_ key: String, to value: JSON) -> JSON {
    copied { copy in copy.setMember(key, stealing: value.withNode { json_incref($0)! }) }
  }

  /// An object without a member.
  func removing(_ key: String) -> JSON {
    var key = key
    return copied { copy in
      key.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) { chars in
          json_object_deln(copy, chars.baseAddress ?? UnsafePointer(bitPattern: 1), chars.count)
        }
      }
    }
  }

  /// An array with another element at an index that it has.
  func replacing(at index: Int, with value: JSON) -> JSON {
    copied { json_array_set_new($0, index, value.withNode { json_incref($0) }) }
  }

  /// An array with one more element, at an index up to its count.
  func inserting(_ value: JSON, at index: Int) -> JSON {
    copied { json_array_insert_new($0, index, value.withNode { json_incref($0) }) }
  }

  /// An array without the element at an index that it has.
  func removing(at index: Int) -> JSON { copied { json_array_remove($0, index) } }

  /// A copy of this container, not of what is in it, changed by a call of jansson's.
  private func copied(_ change: (JSONNode) -> CInt) -> JSON {
    let copy = withNode { Self.made(json_copy($0)) }
    let failed = change(copy) != 0
    precondition(!failed, "jansson could not change a copy of a value")
    return JSON(stealing: copy)
  }
}

extension JSON {
  /// This value with another container at the place before a pointer's last step.
  ///
  /// - Parameters:
  ///   - pointer: not the root.
  ///   - change: is given the container and the last step, and makes the container that takes its place.
  /// - Throws: what `change` throws; `notFound` where the way there ends too early.
  func changing(
    _ pointer: JSONPointer,
    _ change: (JSON, JSONPointer.Segment) throws(JSONError) -> JSON
  ) throws(JSONError) -> JSON {
    defer { withExtendedLifetime(pointer) {} }
    let steps = pointer.segments
    var way = [self]
    for step in steps.dropLast() {
      let next = way.last!.withNode { step.child(of: $0).map(JSON.init(borrowing:)) }
      guard let next else {
        let parent = JSONPointer(keys: steps.prefix(way.count).map(\.text))
        throw JSONError(.notFound, message: "nothing is at \"\(parent.text)\"")
      }
      way.append(next)
    }
    var changed = try change(way.removeLast(), steps.last!)
    for (container, step) in zip(way, steps).reversed() {
      changed =
        container.kind == .object
        ? container.setting(step.text, to: changed)
        : container.replacing(at: step.index, with: changed)
    }
    return changed
  }
}
