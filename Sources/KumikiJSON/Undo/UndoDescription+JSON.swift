internal import KumikiValues

// Descriptions of steps, and lists of steps, in JSON.

extension UndoDescription {
  /// Reads a description: an object with the optional members "label", "key" and "group".
  init(_ json: JSON) throws(JSONError) {
    let known = ["label", "key", "group"]
    guard json.kind == .object else {
      throw .expected("an object of label, key and group", found: json.node)
    }
    if let other = json.keys.first(where: { !known.contains($0) }) {
      throw .expected(oneOf: known, found: other, name: other, path: "")
    }
    self.init(label: try Self.text(json, "label"), key: try Self.text(json, "key"))
    switch try Self.text(json, "group") {
    case nil: break
    case "begin": group = .begin
    case "end": group = .end
    case "join": group = .join
    default:
      throw .expected(
        "\"begin\", \"end\" or \"join\"", found: json[key: "group"]?.node, path: "/group")
    }
  }

  private static func text(_ json: JSON, _ key: String) throws(JSONError) -> String? {
    guard let value = json[key: key], !value.isNull else { return nil }
    guard let text = value.string else {
      throw .expected("a string", found: value.node, path: "/\(key)")
    }
    return text
  }
}

extension JSONHistory {
  /// The steps, those first that an undo or a redo takes first.
  var list: JSON {
    var (undo, redo): ([JSON], [JSON]) = ([], [])
    var number = changes.dropped
    for kept in changes.keptUndo {
      number += 1
      undo.append(kept.listed(number: number))
    }
    for kept in changes.keptRedo.reversed() {
      number += 1
      redo.append(kept.listed(number: number))
    }
    undo.reverse()
    return ["undo": JSON(elements: undo), "redo": JSON(elements: redo)]
  }
}

extension KeptStep {
  fileprivate func listed(number: Int) -> JSON {
    [
      "step": JSON(count: number), "label": JSON(text: label),
      "bytes": JSON(count: change.bytes(atMost: .max / 2)),
    ]
  }
}
