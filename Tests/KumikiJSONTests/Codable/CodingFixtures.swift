@testable import KumikiJSON

/// Every form that a case can have.
enum Move: Codable, Equatable {
  case increment
  case setCount(Int)
  case move(from: Int, to: Int)
  case pair(Int, String)
  case mixed(Int, by: Int)
  case note(String?)
  case filter(text: String?)
  case child(Child)
  case optionalChild(Child?)
  case row(Row)
  case empty(Empty)
  case `default`
}

enum Child: Codable, Equatable {
  case tapped
  case renamed(String)
}

struct Row: Codable, Equatable {
  var id: String
  var count: Int = 0
  var child: Child?
}

struct Empty: Codable, Equatable {}

enum Level: String, Codable { case low, high }

enum Code: Int, Codable { case ok = 0, gone = 410 }

/// Calls `body` and returns the `JSONError` that it threw.
func jsonError<R>(_ body: () throws -> R) -> JSONError? {
  do {
    _ = try body()
    return nil
  } catch {
    return error as? JSONError
  }
}

func json(_ text: String) -> JSON {
  do { return try JSONText.parse(text) } catch { preconditionFailure("\(text): \(error)") }
}
