import Kumiki
import KumikiC

/// Makes the features known to C programs. Answers 0, or the negative `kmk_status` that tells why not.
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
