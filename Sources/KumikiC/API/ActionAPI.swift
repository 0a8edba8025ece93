public import CKumiki

internal import KumikiJSON

@_cdecl("kmk_action_is") @implementation
public func kmk_action_is(
  _ action: UnsafePointer<json_t>!, _ case_path: UnsafePointer<CChar>!
) -> Bool {
  kmk_action_payload(action, case_path) != nil
}

@_cdecl("kmk_action_payload") @implementation
public func kmk_action_payload(
  _ action: UnsafePointer<json_t>!, _ case_path: UnsafePointer<CChar>!
) -> UnsafePointer<json_t>! {
  guard let action = node(action), let case_path else { return nil }
  // Compared in place, without parsing the path: this runs in every reducer for every case that it knows.
  return JSONCaseScan.payload(of: action, path: case_path).map { UnsafePointer($0) }
}
