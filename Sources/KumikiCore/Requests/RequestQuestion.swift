/// A question that a feature asks, as data: its name, its value, and the actions that replies become.
///
/// Immutable, so that any thread may reply.
package final class RequestQuestion: Sendable {
  /// The name that a server serves.
  package let name: String
  /// The value, in the dialect's own form.
  package let value: any RequestValue
  /// Whether an answer is expected. A notice is over when its server has received it.
  package let isAnswered: Bool
  /// Whether logs and lists leave out the value.
  package let isSecret: Bool
  package let restart: RequestRestart
  let prepare: Preparing

  /// Prepares the delivery of a reply, on the thread that gives it.
  ///
  /// - Parameters:
  ///   - sink: the sink of the asking effect.
  ///   - check: the check of the store that asks.
  /// - Throws: the reason why the feature does not accept the reply.
  package typealias Preparing =
    @Sendable (
      RequestReply, _ sink: AnyEffectSink, _ check: AnyObject?
    ) throws -> Delivering

  /// Delivers a reply while no store of the loop is busy. Returns the reason if the feature refused it.
  package typealias Delivering = @Sendable (RequestEntry) -> (any Error)?

  package init(
    name: String, value: any RequestValue, isAnswered: Bool, isSecret: Bool,
    restart: RequestRestart, prepare: @escaping Preparing
  ) {
    self.name = name
    self.value = value
    self.isAnswered = isAnswered
    self.isSecret = isSecret
    self.restart = restart
    self.prepare = prepare
  }

  /// Whether another question has the same name and value.
  func isSame(as other: RequestQuestion) -> Bool {
    self === other || name.isExactly(other.name) && value.isEqual(to: other.value)
  }
}

extension AnyEffectSink {
  /// Checks an action of the effect's type as an action of the store. Usable on any thread.
  @inlinable
  package final func check<Action>(_ action: Action, of _: Action.Type, by check: AnyObject) throws
  {
    try unsafe unsafeDowncast(self, to: EffectSink<Action>.self).check(action, by: check)
  }
}

/// The value of a question in a dialect.
package protocol RequestValue: Sendable {
  func isEqual(to other: any RequestValue) -> Bool
  /// The failure of a request that a restored store does not ask again.
  var interruption: RequestReply { get }
}

/// A reply of a server to a request.
package struct RequestReply: Sendable {
  package enum Kind: Sendable, Equatable {
    case answer, failure
    /// One of several values before the answer. A part replaces the waiting part with the same key.
    case part(key: String?)
  }

  package let kind: Kind
  package let value: any Sendable
  /// The failure as the error of an effect, for a feature without a case for failures.
  package let error: any Error

  package init(_ kind: Kind, _ value: any Sendable, error: any Error = RequestFailed()) {
    self.kind = kind
    self.value = value
    self.error = error
  }

  /// Whether the request is over after this reply.
  var isLast: Bool { kind == .answer || kind == .failure }
}

/// The error of a request that failed.
package struct RequestFailed: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String = "the request failed") { self.description = description }
}
