import Kumiki
import KumikiC

/// Registers the features for C programs. Returns 0, or a negative `kmk_status` on failure.
@_cdecl("loadlist_register")
public func registerLoadList() -> Int32 {
  do {
    try registerFeature("NavigateAndLoadList", initialState: LoadList.State()) {
      LoadList(latestOnly: false)
    }
    try registerFeature("NavigateAndLoadLatest", initialState: LoadList.State()) {
      LoadList(latestOnly: true)
    }
    return 0
  } catch {
    return -1  // KMK_ERR_INVALID_ARGUMENT: registered already
  }
}
