import KumikiC
import KumikiMacros

/// Registers the feature for C programs, which open it with `kmk_store_open(loop, "Kiln", NULL, &error)`.
/// Returns 0 on success.
///
/// - Parameters:
///   - heat: measures the heat at the end of an hour; returns a negative number on failure. NULL: a kiln
///     that grows hotter by the hour.
@_cdecl("kiln_register")
public func kiln_register(_ heat: (@convention(c) (Int32) -> Int32)?) -> Int32 {
  let pyrometer = heat.map { heat in
    Pyrometer(heat: { hour in
      let heat = heat(Int32(clamping: hour))
      guard heat >= 0 else { throw PyrometerFailed() }
      return Int(heat)
    })
  }
  do {
    try registerFeature("Kiln", initialState: Kiln.State()) {
      Kiln().transformDependency(\.pyrometer) { if let pyrometer { $0 = pyrometer } }
    }
    return 0
  } catch {
    return -1
  }
}

private struct PyrometerFailed: Error, CustomStringConvertible {
  var description: String { "the pyrometer does not answer" }
}
