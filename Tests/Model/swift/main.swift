// Plays the cases of the model with the Swift package: one line of JSON a case, one line an answer.
// With --tasks the effects that commands drive are tasks.
import Glibc
import Kumiki

/// How many of the engine's objects a case leaves behind is a part of its answer.
func answer(to line: String, _ making: EffectMaking) -> String {
  guard let given = Value(line: line) else { return #"{"made":"KMK_ERR_JSON","steps":[[]]}"# }
  let before = LiveObjects.count
  var player: Player?
  do {
    player = try Player(Feature(given["feature"]), given["state"] ?? .null, making)
  } catch {
    return #"{"made":"KMK_ERR_SYSTEM","steps":[[]]}"#
  }
  let trace = player!.trace
  for step in given["steps"]?.array ?? [] { player?.play(step) }
  player?.end()
  player = nil
  trace.say(["live", .integer(Int64(LiveObjects.count - before))])
  trace.endStep()
  return trace.answer.line
}

let making: EffectMaking = CommandLine.arguments.contains("--tasks") ? .tasks : .callbacks
while let line = readLine() {
  print(answer(to: line, making))
  fflush(nil)
}
