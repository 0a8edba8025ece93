public import CKumiki
internal import KumikiValues
internal import KumikiJSON

@c @implementation public func kmk_running(
  _ base: CHandle!, _ place: CText!, _ options: CStructs<kmk_running_options>!,
  _ fn: kmk_running_fn!, _ user_data: CData!, _ free_fn: kmk_free_fn!
) -> CHandle! {
  let callback = Callback<RunningAnswer>("kmk_running_fn", fn, user_data, free_fn)
  return ReducerHandle.new(base) {
    let answer = try callback.get()
    let options = try RunningOptions(options)
    let part = try JSONFollowedPart(followedPlace(place))
    return $0.running(
      part, id: options.id, time: options.time,
      function: RunningFunction(unsafe unsafeBitCast(fn, to: Int.self), callback.userData),
      ended: options.ended, answer)
  }
}

@c @implementation public func kmk_limit_by(
  _ base: CHandle!, _ id: CText!, _ place: CText!
) -> CHandle! {
  ReducerHandle.new(base) {
    let id = try text(id, "id")
    let part = try JSONFollowedPart(followedPlace(place))
    return $0.running(part, id: "limit \(id)", time: .restart) { number, _ in
      guard let most = number.integer else { return .none }
      return .limit(anyID: AnyHashable(ExactText(id)), to: Int(clamping: most))
    }
  }
}

extension RunningFunction {
  /// A dynamic reducer may make new data at each call. Data with a free_fn is therefore not compared.
  init(_ address: Int, _ data: UserData) {
    self.init(
      address: UInt(bitPattern: address), data: data.isOwned ? 0 : UInt(bitPattern: data.pointer))
  }
}

/// Reads a pointer, or the name of a case.
@safe private func followedPlace(_ place: CText?) throws -> JSONFollowedPart.Place {
  let name = try text(place, "place")
  return name.isEmpty || name.hasPrefix("/")
    ? .pointer(try pointer(place, "place")) : .stateCase(try singleCase(place, "place"))
}
