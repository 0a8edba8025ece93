internal import CustomDump
internal import Kumiki

/// The parts of a value that a dump shows.
enum DumpedParts {
  /// Calls `visit` with a value, and with all values that are shown below it. An object is not part of a
  /// value, because it may refer to anything.
  ///
  /// - Complexity: O(*n*) in the size of the value.
  static func walk(_ value: Any, named label: String? = nil, _ visit: (String?, Any) -> Void) {
    visit(label, value)
    if let shown = value as? any CustomDumpRepresentable {
      return walk(shown.customDumpValue, visit)
    }
    let mirror =
      (value as? any CustomDumpReflectable)?.customDumpMirror ?? Mirror(reflecting: value)
    if mirror.displayStyle == .class { return }
    for child in mirror.children { walk(child.value, named: child.label, visit) }
  }

  /// The shared values in a state.
  static func shared(in state: Any) -> [any AnyShared] {
    var found: [any AnyShared] = []
    walk(state) { _, value in if let shared = value as? any AnyShared { found.append(shared) } }
    return found
  }

  /// The names of the stored properties of wrappers.
  static func storedNames(in values: [Any]) -> Set<String> {
    var names: Set<String> = []
    for value in values {
      walk(value) { label, value in
        if let label, label.hasPrefix("_"), value is any NamedWrapper { names.insert(label) }
      }
    }
    return names
  }
}
