import Kumiki

/// A feature with a child at a fixed place, like `Panel`. Fifty are nested in each other; the last
/// one contains a number.
///
/// A program would name each type. Here one generic type stands for all of them. It is generic over a
/// number, not over the child, because its name would then grow with the depth.
struct Level<Number: LevelNumber>: LevelFeature {
  struct State {
    var opened = 0
    var child: Number.Child.State
  }

  enum Action: CasePathable {
    case open
    case child(Number.Child.Action)

    struct AllCasePaths {
      let child = CasePath(embed: Action.child) {
        if case .child(let action) = $0 { action } else { nil }
      }
    }
    static var allCasePaths: AllCasePaths { AllCasePaths() }
  }

  static var initial: State { State(child: Number.Child.initial) }
  static var deepest: Action { .child(Number.Child.deepest) }

  var body: some Reducer<State, Action> {
    Reduce { state, action in
      if case .open = action { state.opened += 1 }
      return .none
    }
    Scope(state: \.child, action: \.child) { Number.Child() }
  }
}

/// The innermost feature. Its action has no payload: a string would be copied at each level when the
/// case is matched, and the copies would be measured.
struct Tally: LevelFeature {
  enum Action {
    case increment
    case decrement
  }

  static var initial: Int { 0 }
  static var deepest: Action { .increment }

  var body: some Reducer<Int, Action> {
    Reduce { state, action in
      switch action {
      case .increment: state += 1
      case .decrement: state -= 1
      }
      return .none
    }
  }
}

protocol LevelFeature: Reducer
where Body: Reducer, Body.State == State, Body.Action == Action {
  init()
  static var initial: State { get }
  /// The action that reaches the last level.
  static var deepest: Action { get }
}

/// The child of a level.
protocol LevelNumber {
  associatedtype Child: LevelFeature
}

enum N1: LevelNumber { typealias Child = Tally }
enum N2: LevelNumber { typealias Child = Level<N1> }
enum N3: LevelNumber { typealias Child = Level<N2> }
enum N4: LevelNumber { typealias Child = Level<N3> }
enum N5: LevelNumber { typealias Child = Level<N4> }
enum N6: LevelNumber { typealias Child = Level<N5> }
enum N7: LevelNumber { typealias Child = Level<N6> }
enum N8: LevelNumber { typealias Child = Level<N7> }
enum N9: LevelNumber { typealias Child = Level<N8> }
enum N10: LevelNumber { typealias Child = Level<N9> }
enum N11: LevelNumber { typealias Child = Level<N10> }
enum N12: LevelNumber { typealias Child = Level<N11> }
enum N13: LevelNumber { typealias Child = Level<N12> }
enum N14: LevelNumber { typealias Child = Level<N13> }
enum N15: LevelNumber { typealias Child = Level<N14> }
enum N16: LevelNumber { typealias Child = Level<N15> }
enum N17: LevelNumber { typealias Child = Level<N16> }
enum N18: LevelNumber { typealias Child = Level<N17> }
enum N19: LevelNumber { typealias Child = Level<N18> }
enum N20: LevelNumber { typealias Child = Level<N19> }
enum N21: LevelNumber { typealias Child = Level<N20> }
enum N22: LevelNumber { typealias Child = Level<N21> }
enum N23: LevelNumber { typealias Child = Level<N22> }
enum N24: LevelNumber { typealias Child = Level<N23> }
enum N25: LevelNumber { typealias Child = Level<N24> }
enum N26: LevelNumber { typealias Child = Level<N25> }
enum N27: LevelNumber { typealias Child = Level<N26> }
enum N28: LevelNumber { typealias Child = Level<N27> }
enum N29: LevelNumber { typealias Child = Level<N28> }
enum N30: LevelNumber { typealias Child = Level<N29> }
enum N31: LevelNumber { typealias Child = Level<N30> }
enum N32: LevelNumber { typealias Child = Level<N31> }
enum N33: LevelNumber { typealias Child = Level<N32> }
enum N34: LevelNumber { typealias Child = Level<N33> }
enum N35: LevelNumber { typealias Child = Level<N34> }
enum N36: LevelNumber { typealias Child = Level<N35> }
enum N37: LevelNumber { typealias Child = Level<N36> }
enum N38: LevelNumber { typealias Child = Level<N37> }
enum N39: LevelNumber { typealias Child = Level<N38> }
enum N40: LevelNumber { typealias Child = Level<N39> }
enum N41: LevelNumber { typealias Child = Level<N40> }
enum N42: LevelNumber { typealias Child = Level<N41> }
enum N43: LevelNumber { typealias Child = Level<N42> }
enum N44: LevelNumber { typealias Child = Level<N43> }
enum N45: LevelNumber { typealias Child = Level<N44> }
enum N46: LevelNumber { typealias Child = Level<N45> }
enum N47: LevelNumber { typealias Child = Level<N46> }
enum N48: LevelNumber { typealias Child = Level<N47> }
enum N49: LevelNumber { typealias Child = Level<N48> }
enum N50: LevelNumber { typealias Child = Level<N49> }
