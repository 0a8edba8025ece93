// The types of lamp.shape, written by kumiki generate: change that file, and not this one.

/// State.
public struct State: Codable, Equatable, Sendable {
  public var name: String
  /// and how bright
  public var light: Light
  public var fault: String?

  public init(name: String = "lamp", light: Light = .off, fault: String? = nil) {
    self.name = name
    self.light = light
    self.fault = fault
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    name = try values.decodeIfPresent(String.self, forKey: .name) ?? "lamp"
    light = try values.decodeIfPresent(Light.self, forKey: .light) ?? .off
    fault = try values.decodeIfPresent(String.self, forKey: .fault)
  }

  private enum CodingKeys: String, CodingKey {
    case name
    case light
    case fault
  }
}

/// State.light.
public enum Light: Codable, Equatable, Sendable {
  case off
  case on(Int)
}

/// Action.
public enum Action: Codable, Equatable, Sendable {
  case toggle
  case dim(Int)
  case report(fault: String?)
}

/// The shape, in the words of `kmk_shape`, and its hash, for `kmk_expect_shape`.
public enum LampShape {
  public static let hash = "594d73b437113ec3"
  public static let text = """
    {name: text = 'lamp', light: (off | on: integer) = 'off', fault: text?}
    """
}
