internal import CKumiki
internal import KumikiJSON

@c @implementation public func kmk_action_is(_ action: CJSON!, _ case_path: CText!) -> Bool {
  payload(of: node(action), CStringView(case_path)) != nil
}

/// Returns the payload of an action at a case path, or nil if the action is another case.
@inline(__always)
func payload(of action: JSONNode?, _ path: CStringView?) -> JSONNode? {
  guard let action, let path else { return nil }
  // Compared in place, without parsing the path: this runs in every reducer, for every case that the reducer handles.
  return JSONCaseScan.payload(of: action, path: path)
}

@c @implementation public func kmk_action_payload(_ action: CJSON!, _ case_path: CText!) -> CJSON! {
  part(payload(of: node(action), CStringView(case_path)))
}
