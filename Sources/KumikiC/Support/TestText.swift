internal import CKumiki
internal import KumikiJSON

/// JSON in a test's text, also with single quotes, which C need not escape.
enum TestText {
  /// - Parameter what: the argument's name.
  @safe static func json(_ text: CText?, _ what: String) throws -> JSON {
    let text = try KumikiC.text(text, what)
    do throws(JSONError) {
      return try JSONText.parse(quoted: text)
    } catch {
      throw Failure.invalid("\(what) is no JSON, at byte \(error.position): \(error.message)")
    }
  }
}
