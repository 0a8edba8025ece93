import CJansson
import CKumiki
import Kumiki
import KumikiJSON
import ModelC
import ModelSwift

// The largest number of Swift features in a case.
enum Place0: Place { nonisolated(unsafe) static var feature: PlacedFeature? }
enum Place1: Place { nonisolated(unsafe) static var feature: PlacedFeature? }
enum Place2: Place { nonisolated(unsafe) static var feature: PlacedFeature? }
enum Place3: Place { nonisolated(unsafe) static var feature: PlacedFeature? }
enum Place4: Place { nonisolated(unsafe) static var feature: PlacedFeature? }
enum Place5: Place { nonisolated(unsafe) static var feature: PlacedFeature? }
enum Place6: Place { nonisolated(unsafe) static var feature: PlacedFeature? }
enum Place7: Place { nonisolated(unsafe) static var feature: PlacedFeature? }

/// The Swift features of the case in hand. Cases are played on one thread, one after the other.
enum Places {
  private static let all: [any Place.Type] = [
    Place0.self, Place1.self, Place2.self, Place3.self, Place4.self, Place5.self, Place6.self,
    Place7.self,
  ]
  nonisolated(unsafe) private static var count = 0

  private static func name(_ number: Int) -> String { "Swift\(number)" }

  /// Registers all places, once: registered features count among the open objects.
  static func open() throws {
    for (number, place) in all.enumerated() { try place.register(name(number)) }
  }

  /// Puts a feature into the next place, and returns its registered name; nil if no place is free.
  static func add(_ feature: Feature) -> String? {
    guard count < all.count else { return nil }
    let place = all[count]
    let branches = BranchNames(feature)
    let reducer = Tree(branches, script(branches)).reducer(feature)
    place.feature = PlacedFeature(shape: Shape(feature), names: branches, reducer: reducer)
    defer { count += 1 }
    return name(count)
  }

  /// Frees the places after a case.
  static func clear() {
    for place in all.prefix(count) {
      place.feature?.shape.forget()
      place.feature = nil
    }
    count = 0
  }

  /// The events of scripts in a Swift feature are reported where the player in C reports its own,
  /// and the scripts' commands are the player's.
  private static func script(_ names: BranchNames) -> ScriptRunner {
    let script = ScriptRunner(names, Environment { Loop.current }, log: tell)
    script.perform = { command, _ in
      command.json.withNode { command_perform($0.pointer, Int.max) }
    }
    // A typed write always succeeds; the player in C reports the result of each.
    script.wrote = { tell(["wrote", "KMK_OK"]) }
    script.start = { driven($0, names) }
    script.fail = { error in
      CallbackJob(
        begin: { if $0.markCompleted() { $0.fail(Failure(value: error)) } }, stop: { _ in }
      ).effect
    }
    return script
  }

  /// An effect that the player in C makes, since commands drive it through the present senders: its
  /// actions become the feature's.
  private static func driven(_ given: Value, _ names: BranchNames) -> Effect<Act> {
    guard let made = given.json.withNode({ effect_of($0.pointer, nil) }) else { return .none }
    // It counts as open as long as C holds it.
    LiveObjects.remove()
    return Effect<JSONAction>(consuming: UnsafeMutableRawPointer(made))
      .map { Act(Value($0.json), names) }
  }

  private static func tell(_ event: [Value]) {
    guard let name = event.first?.text else { return }
    say(name)
    for part in event.dropFirst() { part.json.withNode { say_json($0.pointer) } }
    said()
  }
}

/// Makes a feature of a case in Swift, for a tree in C.
@_cdecl("player_swift")
func playerSwift(_ description: UnsafePointer<json_t>?) -> OpaquePointer? {
  guard let description else { return kmk_feature("") }
  let json = JSON(borrowing: JSONNode(UnsafeMutablePointer(mutating: description)))
  return kmk_feature(Places.add(Feature(Value(json))) ?? "")
}
