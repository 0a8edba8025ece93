// The types generated for errands.shape: a request is coded as its question (S216). run-swift compiles
// and runs it.
import KumikiJSON

var (checks, failures) = (0, 0)

@MainActor func check(_ holds: Bool, _ what: String) {
  checks += 1
  if holds { return }
  failures += 1
  print("does not hold: \(what)")
}

/// A request as a library would see it: coded as the question, with a name and the types of the replies.
protocol Asked: Codable, Equatable, Sendable {
  associatedtype Question: Codable
  associatedtype Answer
  associatedtype Part
  associatedtype Failure
  static var name: String { get }
}
extension NetCheckRequest: Asked {}
extension NetFetchRequest: Asked {}
extension ClockNowRequest: Asked {}
extension MaybeRequest: Asked {}

@MainActor func checkCoding(_ asked: some Asked, _ text: String) throws {
  let json = try JSONBridge.encode(asked)
  check("\(json)" == text, "\(json) is \(text)")
  check(try JSONBridge.decode(type(of: asked), from: json) == asked, "\(asked) comes back")
}

try checkCoding(NetCheckRequest("a.txt"), #""a.txt""#)
try checkCoding(
  NetFetchRequest(Job(url: "u", file: "f")), #"{"url":"u","file":"f","tries":3}"#)
try checkCoding(ClockNowRequest(), "null")
try checkCoding(MaybeRequest(nil), "null")
check(NetCheckRequest.name == "net.check" && SaveAllRequest.name == "save all", "names")

let answer: NetCheckRequest.Answer = Answer(name: "a", size: 5)
check("\(try JSONBridge.encode(answer))" == #"{"name":"a","size":5}"#, "an answer")
let part: NetFetchRequest.Part = .began(10)
check("\(try JSONBridge.encode(part))" == #"{"began":10}"#, "a part")
let failure: NetFetchRequest.Failure = .refused(status: 404, reason: nil)
let refused = try JSONText.parse(#"{"refused": {"status": 404}}"#)
check(
  try JSONBridge.decode(NetFetchRequest.Failure.self, from: refused) == failure, "a failure")
let null: NetFetchRequest.Answer = nil
check("\(try JSONBridge.encode(null))" == "null", "an answer that is null")
check(
  try JSONBridge.decode(NetFetchRequest.Answer.self, from: JSONText.parse("null")) == nil,
  "null is read")
check(LogRequest.Answer.self == Never.self, "a notice has no answer")
print("\(checks) checks, \(failures) failures")
