/// A question that a feature asks, as data: its name, its value, and the actions that replies become.
///
/// Immutable, so that any thread may reply.
package class RequestQuestion: @unchecked Sendable {
  /// The name that a server serves.
  package let name: String
  /// The value, in the dialect's own form.
  package let value: any RequestValue
  /// Whether an answer is expected. A notice is over when its server has received it.
  package let isAnswered: Bool
  /// Whether logs and lists leave out the value.
  package let isSecret: Bool
  package let restart: RequestRestart

  init(
    name: String, value: any RequestValue, isAnswered: Bool, isSecret: Bool,
    restart: RequestRestart
  ) {
    self.name = name
    self.value = value
    self.isAnswered = isAnswered
    self.isSecret = isSecret
    self.restart = restart
  }

  /// Whether another question has the same name and value.
  func isSame(as other: RequestQuestion) -> Bool {
    self === other || name.isExactly(other.name) && value.isEqual(to: other.value)
  }

  /// Throws the reason why the feature does not accept a reply. Usable on any thread.
  ///
  /// - Parameters:
  ///   - sink: the sink of the asking effect.
  ///   - check: the check of the store that asks.
  func check(_ reply: RequestReply, for sink: AnyEffectSink, by check: ActionCheck?) throws {}

  /// Delivers a reply as an action of the feature, while no store of the loop is busy.
  ///
  /// - Returns: the reason why the feature refused the action; otherwise nil.
  func deliver(_ reply: RequestReply, from entry: RequestEntry) -> (any Error)? { nil }
}

/// A question whose replies become actions of one type.
package final class ActionQuestion<Action>: RequestQuestion, @unchecked Sendable {
  /// Returns the action for a reply, or nil for a failure that is to end the effect with an error. Throws if the
  /// feature has no case for such a reply. Usable on any thread.
  package typealias Reading = @Sendable (RequestReply) throws -> Action?

  private let action: Reading

  package init(
    name: String, value: any RequestValue, isAnswered: Bool, isSecret: Bool,
    restart: RequestRestart, action: @escaping Reading
  ) {
    self.action = action
    super.init(
      name: name, value: value, isAnswered: isAnswered, isSecret: isSecret, restart: restart)
  }

  override func check(
    _ reply: RequestReply, for sink: AnyEffectSink, by check: ActionCheck?
  ) throws {
    guard let action = try action(reply), let check else { return }
    try unsafe unsafeDowncast(sink, to: EffectSink<Action>.self).check(action, by: check)
  }

  override func deliver(_ reply: RequestReply, from entry: RequestEntry) -> (any Error)? {
    do {
      if let action = try action(reply) { return entry.sendDirectly(action) }
      entry.fail(reply.error)
      return nil
    } catch {
      return error
    }
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
