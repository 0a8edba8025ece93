internal import CustomDump
internal import Kumiki

/// Finds the shared values in a state.
enum SharedSearch {
  /// - Complexity: O(*n*) in the size of the state.
  static func parts(of state: Any) -> [any AnyShared] {
    var found: [any AnyShared] = []
    collect(state, into: &found)
    return found
  }

  private static func collect(_ value: Any, into found: inout [any AnyShared]) {
    if let shared = value as? any AnyShared { found.append(shared) }
    if let shown = value as? any CustomDumpRepresentable {
      return collect(shown.customDumpValue, into: &found)
    }
    let mirror =
      (value as? any CustomDumpReflectable)?.customDumpMirror ?? Mirror(reflecting: value)
    // An object is not part of a state's value, and may refer to anything.
    if mirror.displayStyle == .class { return }
    for child in mirror.children { collect(child.value, into: &found) }
  }
}
