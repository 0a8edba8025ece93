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
      effect.accept(acceptance, into: AttachingSink(sink, kinds, acceptance.heldTable))
    }
  }
}

extension AnyEffectSink {
  /// Returns the innermost declarations that know a request's name, or else the innermost declarations.
  func kinds(of name: String) -> (any RequestKinds)? {
    var (innermost, sink): ((any RequestKinds)?, AnyEffectSink?) = (nil, self)
    while let here = sink {
      if let kinds = here.attachment as? any RequestKinds {
        if kinds.knows(name) { return kinds }
        innermost = innermost ?? kinds
      }
      sink = here.outer
    }
    return innermost
  }
}
