import CasePaths
import IdentifiedCollections

/// A jar on a shelf.
public struct Jar: Equatable, Identifiable, Sendable {
  @CasePathable
  public enum Content: Equatable, Sendable {
    case nothing
    case grams(Int)
  }

  public let id: Int
  public var name: String
  public var content: Content

  public init(id: Int, name: String, content: Content = .nothing) {
    self.id = id
    self.name = name
    self.content = content
  }
}

extension IdentifiedArray where ID == Jar.ID, Element == Jar {
  /// The grams of all jars.
  public var weight: Int {
    reduce(0) { $0 + ($1.content[case: \.grams] ?? 0) }
  }
}
