import KumikiArchitecture

/// The server's response to a login.
public struct Session: Equatable, Sendable {
  public var token: String
  public var needsSecondFactor: Bool

  public init(token: String, needsSecondFactor: Bool) {
    self.token = token
    self.needsSecondFactor = needsSecondFactor
  }
}

public enum AuthenticationError: Equatable, LocalizedError, Sendable {
  case wrongPassword
  case wrongCode
  case expired

  public var errorDescription: String? {
    switch self {
    case .wrongPassword: "Unknown user or wrong password."
    case .wrongCode: "Wrong code (try 1234)."
    case .expired: "The code has expired."
    }
  }
}

@DependencyClient
public struct AuthenticationClient: Sendable {
  public var logIn: @Sendable (_ email: String, _ password: String) async throws -> Session
  public var confirm: @Sendable (_ code: String, _ token: String) async throws -> Session
}

extension AuthenticationClient: TestDependencyKey {
  public static let testValue = Self()
}

extension AuthenticationClient: DependencyKey {
  /// A server that accepts every user with the password "password".
  public static let liveValue = Self(
    logIn: { email, password in
      guard email.contains("@"), password == "password" else {
        throw AuthenticationError.wrongPassword
      }
      try await Task.sleep(for: .seconds(1))
      return Session(token: "token", needsSecondFactor: email.contains("2fa"))
    },
    confirm: { code, token in
      guard token == "token" else { throw AuthenticationError.expired }
      guard code == "1234" else { throw AuthenticationError.wrongCode }
      try await Task.sleep(for: .seconds(1))
      return Session(token: "confirmed", needsSecondFactor: false)
    })
}

extension DependencyValues {
  public var authenticationClient: AuthenticationClient {
    get { self[AuthenticationClient.self] }
    set { self[AuthenticationClient.self] = newValue }
  }
}
