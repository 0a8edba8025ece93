internal import Synchronization

/// A question that a feature asks, as data. Immutable, so that any thread may reply.
package final class RequestQuestion: Sendable {
  /// The name that a server serves.
  package let name: String
  package let value: any RequestValue
  /// Whether an answer is expected. A notice is over when its server has received it.
  package let isAnswered: Bool
  /// Whether logs and lists leave out the value.
  package let isSecret: Bool
  package let restart: RequestRestart

  /// Whether this program has made a question.
  static var wasMade: Bool { made.load(ordering: .relaxed) }
  private static let made = Atomic(false)

  package init(
    name: String, value: any RequestValue, isAnswered: Bool, isSecret: Bool,
    restart: RequestRestart
  ) {
    self.name = name
    self.value = value
    self.isAnswered = isAnswered
    self.isSecret = isSecret
    self.restart = restart
    if !Self.wasMade { Self.made.store(true, ordering: .relaxed) }
  }

  /// Whether another question has the same name and value.
  func isSame(as other: RequestQuestion) -> Bool {
    self === other || name.isExactly(other.name) && value.isEqual(to: other.value)
  }
}

/// The value of a question in a dialect, and the actions that replies become.
package protocol RequestValue: AnyObject, Sendable {
  /// The question for servers: a Swift value, or an ``EncodedValue``.
  var content: any Sendable { get }
  /// The cases that replies become, for a snapshot; nil if they are functions, which no snapshot can contain.
  var cases: ReplyCases? { get }
  /// Whether a failure becomes an action, and not an error of the effect.
  var takesFailures: Bool { get }

  func isEqual(to other: any RequestValue) -> Bool

  /// Prepares the delivery of a reply, on the thread that gives it.
  ///
  /// - Parameters:
  ///   - sink: the sink of the asking effect.
  ///   - check: the ``ActionCheck`` of the store that asks; nil if its type accepts all actions.
  /// - Throws: the reason why the feature does not accept the reply.
  func prepare(
    _ reply: RequestReply, for sink: AnyEffectSink, _ check: AnyObject?
  ) throws -> RequestDelivery

  /// The failure of a request that a restored store does not ask again.
  var interruption: RequestReply { get }
}

/// The names of the cases that replies become, each a path such as `image.loaded`.
package struct ReplyCases: Sendable {
  /// Nil for a notice.
  package let answer: String?
  package let part: String?
  package let failure: String?

  package init(answer: String?, part: String?, failure: String?) {
    (self.answer, self.part, self.failure) = (answer, part, failure)
  }
}

/// Delivers a reply while no store of the loop is busy. Returns the reason if the feature refused it.
package typealias RequestDelivery = @Sendable (RequestEntry) -> (any Error)?

extension AnyEffectSink {
  /// Checks an action of the effect's type as an action of the store. Usable on any thread.
  @inlinable
  package final func check<Action>(_ action: Action, of _: Action.Type, by check: AnyObject) throws
  {
    try unsafe unsafeDowncast(self, to: EffectSink<Action>.self).check(action, by: check)
  }
}

/// A reply of a server to a request.
package final class RequestReply: Sendable {
  package enum Kind: Sendable, Equatable {
    case answer, failure
    /// One of several values before the answer. A part replaces the waiting part with the same key.
    case part(key: ExactText?)
  }

  package let kind: Kind
  package let value: any Sendable
  private let givenError: (any Error)?
  /// Whether the request is over after this reply.
  let isLast: Bool

  /// - Parameter error: the failure as the error of an effect, for a feature without a case for failures.
  package init(_ kind: Kind, _ value: any Sendable, error: (any Error)? = nil) {
    self.kind = kind
    self.value = value
    givenError = error
    isLast = if case .part = kind { false } else { true }
  }

  package var error: any Error { givenError ?? EffectFailed("the request failed") }
}
