// Plays the cases of the model as the player in C does, with features in Swift if a case has them.
import Glibc
import ModelC

if CommandLine.arguments.contains("--recorded") { replaying_ask() }
try Places.open()
let output = fdopen(STDOUT_FILENO, "w")
while let line = readLine() {
  play_line(line, line.utf8.count, output)
  fflush(output)
  Places.clear()
}
trace_free()
replaying_free()
features_free()
