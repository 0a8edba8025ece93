import KumikiC
import Plants

/// Registers the feature for C programs under the name "Garden". Returns 0, or -1 if it is registered
/// already.
@_cdecl("plants_register")
public func registerPlants() -> Int32 {
  do {
    try registerFeature("Garden", initialState: Garden.State()) { Garden() }
    return 0
  } catch {
    return -1
  }
}
