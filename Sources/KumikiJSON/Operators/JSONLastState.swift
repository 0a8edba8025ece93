package import KumikiValues

/// The last state of a feature whose state is JSON: the value before the write that removed it.
package final class JSONFeatureLastState: LastState {
  private let document: JSONDocument
  private let feature: JSONLeavingFeature

  package static var isCopy: Bool { false }

  package init(of root: inout JSONState) {
    document = root.document.object
    feature = JSONLeavingFeature(root.makePlace())
  }

  deinit { document.release(feature.stop()) }

  package func stepped(_: inout JSONState) {}
  package func followed(_: inout JSONState) { feature.stays() }
  package func settle() { feature.settle(in: document.root) }
  package var value: JSON? { .some(feature.value(in: document.root)) }
}

extension JSONReducer {
  /// Calls a function with the feature's last state when the feature has left.
  package func onEnd(
    includesStoreEnd: Bool, function: RunningFunction?,
    _ answer: @escaping (_ last: JSON, StepContext) -> Effect<JSONAction>
  ) -> JSONReducer {
    let reducer = OnEndReducer<JSONReducer, JSONFeatureLastState>(
      self, includesStoreEnd: includesStoreEnd, function: function, answer)
    return with(following: .declared, running: AnyReducer(reducer))
  }
}
