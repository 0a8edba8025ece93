import Kumiki

/// The number of the engine's objects that a case leaves behind is a part of its answer.
package func answer(to line: String, _ making: EffectMaking) -> String {
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
