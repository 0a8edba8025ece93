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
private final class DeclaringSink<Action>: EffectSink<Action> {
  private let base: EffectSink<Action>
  private let kinds: any RequestKinds

  init(_ base: EffectSink<Action>, _ kinds: any RequestKinds) {
    (self.base, self.kinds) = (base, kinds)
  }

  override var outer: AnyEffectSink? { base }
  override var declarations: AnyObject? { kinds }

  override func send(_ action: Action, from delivery: Delivery) {
    base.send(action, from: delivery)
  }

  override func check(_ action: Action, by check: AnyObject) throws {
    try base.check(action, by: check)
  }

  override func fail(_ error: any Error, from delivery: Delivery) -> Bool {
    base.fail(error, from: delivery)
  }
}

extension AnyEffectSink {
  /// Returns the innermost declarations that know a request's name, or else the innermost declarations.
  func kinds(of name: String) -> (any RequestKinds)? {
    var (innermost, sink): ((any RequestKinds)?, AnyEffectSink?) = (nil, self)
    while let here = sink {
      if let kinds = here.declarations as? any RequestKinds {
        if kinds.knows(name) { return kinds }
        innermost = innermost ?? kinds
      }
      sink = here.outer
    }
    return innermost
  }
}
