import KumikiC

/// Makes the feature known to C programs, as `kmk_store_open(loop, "SheetDemo", NULL, &error)`.
///
/// Answers 0, or the negative `kmk_status` that tells why not: it is registered already. C programs
/// declare it as examples-c/sheet_demo/sheetdemo.h does.
@_cdecl("sheetdemo_register")
public func registerSheetDemo() -> Int32 {
  do {
    try registerFeature("SheetDemo", initialState: SheetDemo.State()) { SheetDemo() }
    return 0
  } catch {
    return -1  // KMK_ERR_INVALID_ARGUMENT
  }
}
