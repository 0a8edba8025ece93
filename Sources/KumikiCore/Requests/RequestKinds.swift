/// Declarations of requests, by their names. Any thread may check a reply.
package protocol RequestKinds: AnyObject, Sendable {
  func knows(_ name: String) -> Bool
  /// Throws the mismatch of a question, and an error that names the declared requests for an unknown name.
  func check(_ question: RequestQuestion) throws
  /// Throws the mismatch of a reply.
  func check(_ reply: RequestReply, to question: RequestQuestion) throws
}

extension Effect {
  /// Declares the requests of this effect.
  package func declaring(_ kinds: any RequestKinds) -> Self {
    around(isCounted: false) { effect, acceptance, sink in
      effect.accept(acceptance, into: DeclaringSink(sink, kinds))
    }
  }
}

/// A sink inside declarations of requests.
private protocol DeclaresRequests { var kinds: any RequestKinds { get } }

private final class DeclaringSink<Action>: EffectSink<Action>, DeclaresRequests {
  private let base: EffectSink<Action>
  let kinds: any RequestKinds

  init(_ base: EffectSink<Action>, _ kinds: any RequestKinds) {
    (self.base, self.kinds) = (base, kinds)
  }

  override var outer: AnyEffectSink? { base }

  override func send(_ action: Action, from delivery: Delivery) {
    base.send(action, from: delivery)
  }

  override func check(_ action: Action, by check: ActionCheck) throws {
    try base.check(action, by: check)
  }

  override func fail(_ error: any Error, from delivery: Delivery) -> Bool {
    base.fail(error, from: delivery)
  }
}

extension AnyEffectSink {
  /// Returns the innermost declarations that know a request's name, or else the innermost declarations.
  func kinds(of name: String) -> (any RequestKinds)? {
    let declared = sequence(first: self) { $0.outer }.compactMap {
      ($0 as? any DeclaresRequests)?.kinds
    }
    return declared.first { $0.knows(name) } ?? declared.first
  }
}
