public import CKumiki
internal import KumikiJSON

@c @implementation public func kmk_saver_new(
  _ options: CStructs<kmk_saver_options>!, _ error: CError!
) -> CHandle! {
  answering(orNull: error) { try SaverHandle(options).retained() }
}

@c @implementation
public func kmk_saver_free(_ saver: CHandle!) { Handle<SaverHandle>.free(saver) }

@c @implementation public func kmk_saver_whole(
  _ saver: CHandle!, _ snapshot: CHandle!, _ error: CError!
) -> CNewJSON! {
  answering(orNull: error) {
    let saver = try Handle<SaverHandle>.at(saver, "saver").saver
    let snapshot = try Handle<SnapshotHandle>.at(snapshot, "snapshot").requiringState().snapshot
    return new(try saver.whole(snapshot).retained())
  }
}

@c @implementation public func kmk_saver_change(
  _ saver: CHandle!, _ snapshot: CHandle!, _ passed: COut<UInt64>!, _ error: CError!
) -> CNewJSON! {
  answering(orNull: error) {
    let saver = try Handle<SaverHandle>.at(saver, "saver").saver
    let snapshot = try Handle<SnapshotHandle>.at(snapshot, "snapshot").snapshot
    guard let change = try saver.change(snapshot) else {
      throw Failure.invalid("no moment was saved as a whole before this one")
    }
    unsafe passed?.pointee = UInt64(clamping: change.passed)
    return new(change.patch.retained())
  }
}

@c @implementation public func kmk_saver_step(
  _ saver: CHandle!, _ step: CJSON!, _ error: CError!
) -> CNewJSON! {
  answering(orNull: error) {
    let saver = try Handle<SaverHandle>.at(saver, "saver")
    let step = try json(step, "step")
    guard step[key: "patch"]?.kind == .array else {
      throw Failure.invalid("a step without a patch: save a snapshot instead")
    }
    guard let kept = try saver.kept(ofStep: step) else { throw Failure.noMemory }
    return new(kept.retained())
  }
}
