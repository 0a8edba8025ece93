// Plays the cases of the model with the Swift package: one line of JSON for a case, one line for
// its answer. With --tasks the effects that commands drive are tasks.
import Glibc
import ModelSwift

let making: EffectMaking = CommandLine.arguments.contains("--tasks") ? .tasks : .callbacks
while let line = readLine() {
  print(answer(to: line, making))
  fflush(nil)
}
