import KumikiC
import Plants

/// Makes the feature known to C programs by the name "Garden". Answers 0, or -1 where it is known already.
@_cdecl("plants_register")
public func registerPlants() -> Int32 {
  do {
    try registerFeature("Garden", initialState: Garden.State()) { Garden() }
    return 0
  } catch {
    return -1
  }
}
