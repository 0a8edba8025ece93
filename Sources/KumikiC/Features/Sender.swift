internal import CKumiki
internal import KumikiValues
internal import KumikiJSON

// The calls on a `kmk_sender *`. They act immediately on the loop's thread; calls from another thread are posted.

extension DrivenEntry {
  var isStoppedForC: Bool { isStopped(onItsThread: isOnItsThread) }

  /// - Parameter key: If not nil, the action replaces a waiting action that another thread has sent under the same
  ///   key.
  func sendFromC(stealing action: JSONNode?, latest key: String? = nil) -> kmk_status {
    guard let action else { return refuse(.isNull("action")) }
    let limits = heldLoop.with { JSONLimits($0.sharedActionLimits) }
    do throws(JSONError) { try JSONMeasure.check(action, limits: limits) } catch {
      action.releaseDeep()
      return refuse(Failure(error))
    }
    let isHere = isOnItsThread
    guard !isCompleted, !isStopped(onItsThread: isHere) else {
      action.releaseDeep()
      return KMK_ERR_CLOSED
    }
    if isHere, let key { heldLoop.object.dropLatest(LatestName(self, key)) }
    // If no store is busy, the action is handled before the call returns, so a borrowed reference is enough.
    if isHere, heldLoop.with({ $0.activity == 0 }) {
      // The reducer may finish the sender.
      let held = Uncounted.retained(self)
      var refusal: (any Error)?
      heldLoop.with { loop in
        loop.noticingShortage { refusal = sendDirectly(JSONAction(borrowing: action)) }
      }
      action.releaseDeep()
      held.release()
      if let refusal { return Failure(any: refusal).status }
    } else if isHere {
      let action = JSONAction(stealing: action)
      table.remember(self)
      onLoop { $0.send(action) }
    } else {
      return post(JSONAction(stealing: action), latest: key)
    }
    return KMK_OK
  }

  /// Posts an action from another thread. The posted work retains the effect, as in `onLoop`.
  private func post(_ action: JSONAction, latest key: String?) -> kmk_status {
    let loop = heldLoop.object
    guard let key else {
      let posted = loop.postAction(of: self) { [self] in send(action) }
      return posted == .full ? KMK_ERR_LIMIT : KMK_OK
    }
    let posted = loop.post(action, latest: LatestName(self, key)) { [self] in send($0) }
    return posted == .full ? KMK_ERR_LIMIT : KMK_OK
  }

  /// Returns why an action cannot be sent. Few programs check the status, so the reason is also reported to the loop.
  private func refuse(_ why: Failure) -> kmk_status {
    if !isCompleted, !isStoppedForC { heldLoop.object.reportDropped(why) }
    return why.status
  }

  func dismissFromC() -> kmk_status {
    guard !isStoppedForC, !isCompleted else { return KMK_ERR_CLOSED }
    if !isOnItsThread {
      guard stopByDismissal() else { return KMK_ERR_CLOSED }
      heldLoop.object.settleLatest(of: self)
    }
    heldLoop.object.noticingShortage { onLoop { $0.dismiss() } }
    return KMK_OK
  }

  /// Acts on the loop's thread, now or at the loop's next dispatch. Until then the effect, and with it the program's
  /// context, is retained, so that both are released there.
  private func onLoop(_ body: @escaping @Sendable (DrivenEntry) -> Void) {
    heldLoop.object.onOwnThread { [self] in body(self) }
  }
}

extension Loop {
  /// Reports an action that was dropped before it reached a store.
  func reportDropped(_ why: Failure) {
    let advice = why.status == KMK_ERR_INVALID_ARGUMENT ? ": it could not be made" : ""
    report(Issue(code: .actionMisfit, message: "\(why.message)\(advice); nothing was sent"))
  }
}
