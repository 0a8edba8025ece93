internal import KumikiValues

extension JSONState {
  /// Raises an issue for a reducer's write that failed, unless one was raised already. Few programs check the
  /// status.
  ///
  /// - Parameter pointer: the reducer's pointer, relative to this cursor.
  @inline(never)
  package func report(
    _ error: JSONWriteError, of call: String, at pointer: CStringView?
  ) {
    if error == .invalid { return }
    let known = pointer.flatMap { try? JSONPointer($0.bytes.string) }
    let reason = error.reason(known, from: node)
    let place = path + (known?.text ?? "")
    report(.writeFailed, "\(call) wrote nothing: \(reason)", at: place)
    ReduceContext.current?.pointee.loop.issues.refusedWrite = (reason, place)
  }

  /// Raises an issue for a step that could not be undone at all, unless one was raised already.
  @inline(never)
  func report(_ error: JSONWriteError, ofUndoAt place: JSONPointer) {
    if error == .invalid { return }
    report(
      .writeFailed, "nothing was undone, and the step stays: \(error.reason(place, from: node))",
      at: path + place.text, around: place.keys)
  }

  /// Raises an issue for a value in an action that the state does not accept, unless one was raised already. A
  /// missing place raises no issue.
  ///
  /// - Parameter outcome: the operator's reaction.
  @inline(never)
  func report(_ error: JSONWriteError, _ outcome: String) {
    if [.invalid, .notFound, .noMemory].contains(error) { return }
    report(.actionMisfit, "\(error.reason(.root, from: node)); \(outcome)", at: path)
  }

  /// Raises an issue of a write, with the operator around this place, or around the place that `steps` lead to
  /// from here.
  func report(
    _ code: Issue.Code, _ message: String, at path: String, around steps: [String] = []
  ) {
    if document.with({ $0.isGoingBack }) { return }
    let shape = document.with { $0.shape }
    ReduceContext.report(
      code, message, label: shape.label(around: keys + steps) ?? "", statePath: path)
    // Set after the issue is raised, because the issue's handler may run reducers whose writes fail too.
    ReduceContext.current?.pointee.loop.issues.refusedWrite = (message, path)
  }
}
