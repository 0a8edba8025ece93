// The types generated for optional.shape: members that may be null or missing can be so in both
// directions (S51). run-swift compiles and runs it.
import KumikiJSON

var (checks, failures) = (0, 0)

@MainActor func check(_ holds: Bool, _ what: Swift.String) {
  checks += 1
  if holds { return }
  failures += 1
  print("does not hold: \(what)")
}

let state = State()
check(
  try JSONBridge.decode(State.self, from: JSONText.parse("{}")) == state,
  "what is missing has its default")
check(state.mode == Mode.none && state.mode != nil, "a case may be called none")
check(state.modes == [ModesItem.none, nil], "in arrays too")
check(state.sheet == Sheet.none("n") && state.inner == Inner(a: 1), "objects and enums have theirs")
check(state.hull == .open(nil), "an optional payload is nil")
check(state.unseen == "del\u{7f}, turned \u{202e}", "what cannot be seen is there")

var null = state
(null.text, null.filter, null.mode, null.words) = (nil, nil, nil, nil)
check(
  try JSONBridge.decode(State.self, from: JSONBridge.encode(null)) == null, "null is no default")

let actions: [(Action, Swift.String)] = [
  (.open(nil), #"{"open":null}"#),
  (.open(ActionOpen(id: "a")), #"{"open":{"id":"a"}}"#),
  (.pick(nil), #"{"pick":null}"#),
  (.noted(nil), #"{"noted":null}"#),
  (.point(x: 1, label: "a"), #"{"point":{"x":1.0,"label":"a"}}"#),
]
for (action, text) in actions {
  let json = try JSONBridge.encode(action)
  check("\(json)" == text, "\(json) is \(text)")
  check(try JSONBridge.decode(Action.self, from: json) == action, "\(action) comes back")
}
check(
  try JSONBridge.decode(Action.self, from: JSONText.parse(#""open""#)) == .open(nil),
  "a case may stand without its payload")
print("\(checks) checks, \(failures) failures")
