internal import CKumiki

internal import KumikiJSON

@c @implementation public func kmk_action_is(_ action: CJSON!, _ case_path: CText!) -> Bool {
  payload(of: action, case_path) != nil
}

/// The value in an action under a case path; nil if the action is another case.
@inline(__always)
@safe func payload(of action: CJSON?, _ path: CText?) -> JSONNode? {
  guard let action = node(action), let path = CStringView(path) else { return nil }
  // Compared in place, without parsing the path: this runs in every reducer for every case it knows.
  return JSONCaseScan.payload(of: action, path: path)
}

@c @implementation public func kmk_action_payload(_ action: CJSON!, _ case_path: CText!) -> CJSON! {
  lent(payload(of: action, case_path))
}
