/// A question of a feature to a server, with the types of the replies. The program decides who serves the name.
///
///     struct FetchImage: RequestProtocol {
///       static let name = "image.fetch"
///       typealias Answer = ImageData
///       var url: String
///     }
///
/// A feature asks with ``Effect/request(_:answer:part:failure:)-(_,(RequestType.Answer)->Action,_,_)``. A program serves the
/// name with `serve`: for a store, or for all stores of a loop. A test calls `receiveRequest` of a test store, and answers.
///
/// The types are `Codable`, so that a server in C can answer a feature in Swift by the name, and the other way round. Logs,
/// replays and snapshots of features in a tree in C contain the questions.
public protocol RequestProtocol<Answer>: Codable, Equatable, Sendable {
  /// The answer, which ends the request. `Never` for a notice, such as a line for a log.
  associatedtype Answer: Codable & Sendable
  /// A value that may come several times before the answer, such as progress. `Never` for none.
  associatedtype Part: Codable & Sendable = Never
  /// The failure, which ends the request instead of an answer.
  associatedtype Failure: Error & Codable & Sendable = RequestFailure

  /// The name that a server serves, such as `"image.fetch"`. At most 255 bytes.
  static var name: String { get }
  /// How a store that is made from a snapshot treats a request of the snapshot. By default, it asks again.
  static var restart: RequestRestart { get }
  /// Whether logs, lists and saved snapshots leave out the question. By default, they contain it.
  static var isSecret: Bool { get }
}

extension RequestProtocol {
  public static var restart: RequestRestart { .again }
  public static var isSecret: Bool { false }
}

/// The failure of a request whose type declares no other: a message. As JSON it is a string.
public struct RequestFailure: Error, Codable, Equatable, Sendable, CustomStringConvertible {
  /// The reason.
  public var message: String

  /// Creates a failure.
  public init(_ message: String) { self.message = message }

  public init(from decoder: any Decoder) throws {
    message = try decoder.singleValueContainer().decode(String.self)
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(message)
  }

  public var description: String { message }
}
