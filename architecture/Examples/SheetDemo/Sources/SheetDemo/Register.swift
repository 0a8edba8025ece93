import KumikiC

/// Registers the feature for C programs, which open it with `kmk_store_open(loop, "SheetDemo",
/// NULL, &error)`.
///
/// Returns 0, or a negative `kmk_status` if the feature is registered already. C programs declare
/// the function as in examples-c/sheet_demo/sheetdemo.h.
@_cdecl("sheetdemo_register")
public func registerSheetDemo() -> Int32 {
  do {
    try registerFeature("SheetDemo", initialState: SheetDemo.State()) { SheetDemo() }
    return 0
  } catch {
    return -1  // KMK_ERR_INVALID_ARGUMENT
  }
}
