// The types generated for kinds.shape, as JSON through the engine's coding. run-swift compiles and
// runs it.
import KumikiJSON

var (checks, failures) = (0, 0)

@MainActor func check(_ holds: Bool, _ what: String) {
  checks += 1
  if holds { return }
  failures += 1
  print("does not hold: \(what)")
}

let state = State()
let written = try JSONBridge.encode(state)
check(try JSONBridge.decode(State.self, from: written) == state, "a state comes back")
check(
  try JSONBridge.decode(State.self, from: JSONText.parse("{}")) == state,
  "defaults are those of the shape")
check(
  state.tree.branches[0].label == "left" && state.points == [PointsItem(x: 1, y: 2.5)],
  "defaults inside")
check(state.aBC == "it's" && state.level == .low && state.phase == .idle, "defaults of enums")

let actions: [(Action, String)] = [
  (.increment, #""increment""#),
  (.setCount(3), #"{"setCount":3}"#),
  (.setLimit(nil), #"{"setLimit":null}"#),
  (.setLevel(.high), #"{"setLevel":"high"}"#),
  (.child(.move(from: 1, to: nil)), #"{"child":{"move":{"from":1,"to":null}}}"#),
  (
    .rows(.element(id: 1, action: .rename("x"))),
    #"{"rows":{"element":{"id":1,"action":{"rename":"x"}}}}"#
  ),
  (.sheet(.presented(.alert(.delete))), #"{"sheet":{"presented":{"alert":"delete"}}}"#),
  (.put(.array([.null, .integer(3), .object(["a": .text("b")])])), #"{"put":[null,3,{"a":"b"}]}"#),
  (
    .resize(width: 1.5, height: 2, label: nil),
    #"{"resize":{"width":1.5,"height":2.0,"label":null}}"#
  ),
]
for (action, text) in actions {
  let json = try JSONBridge.encode(action)
  check("\(json)" == text, "\(json) is \(text)")
  check(try JSONBridge.decode(Action.self, from: json) == action, "\(action) comes back")
}
print("\(checks) checks, \(failures) failures")
