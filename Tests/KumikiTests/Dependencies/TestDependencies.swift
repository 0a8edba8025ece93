import Kumiki

extension DependencyValues {
  /// A number for the tests of nesting; 0 if nothing was set.
  var number: Int {
    get { self[NumberKey.self] }
    set { self[NumberKey.self] = newValue }
  }
}

private enum NumberKey: DependencyKey {
  static var liveValue: Int { 0 }
  static var testValue: Int { 0 }
}

/// Writes the number in force into the state.
struct NumberReader: Reducer {
  enum Action { case read }

  @Dependency(\.number) var number

  func reduce(into state: inout [Int], action _: Action) -> Effect<Action> {
    state.append(number)
    return .none
  }
}
