/// How a user interface animates a change. The engine only passes this value to the change's observers.
///
///     await send(.sorted, animation: .spring(response: 0.3))
///
/// A user interface reads ``Transaction/current`` in its observers.
public struct Animation: Hashable, Sendable {
  /// How a value moves from its start to its end. Durations are in seconds.
  public enum Curve: Hashable, Sendable {
    /// The default of the user interface.
    case standard
    /// A Bézier curve from (0, 0) to (1, 1) with two control points.
    case bezier(x1: Double, y1: Double, x2: Double, y2: Double, duration: Double)
    /// A spring.
    case spring(response: Double, dampingFraction: Double, blendDuration: Double)
    /// A spring with a mass, a stiffness and a damping.
    case physicalSpring(
      mass: Double, stiffness: Double, damping: Double, initialVelocity: Double)
  }

  /// The curve along which a value moves.
  public var curve: Curve
  /// The number of seconds before the animation starts.
  public var delay: Double = 0
  /// The factor that speeds up the animation.
  public var speed: Double = 1
  /// The number of runs; nil to repeat forever.
  public var repeatCount: Int? = 1
  /// Whether every second run is reversed.
  public var autoreverses = false

  /// Creates an animation along a curve.
  public init(_ curve: Curve) { self.curve = curve }

  /// Returns this animation, started some seconds later.
  public func delay(_ seconds: Double) -> Self { with { $0.delay += seconds } }

  /// Returns this animation, faster by a factor.
  public func speed(_ factor: Double) -> Self { with { $0.speed *= factor } }

  /// Returns this animation, repeated.
  public func repeatCount(_ count: Int, autoreverses: Bool = true) -> Self {
    with {
      $0.repeatCount = count
      $0.autoreverses = autoreverses
    }
  }

  /// Returns this animation, repeated forever.
  public func repeatForever(autoreverses: Bool = true) -> Self {
    with {
      $0.repeatCount = nil
      $0.autoreverses = autoreverses
    }
  }

  private func with(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }
}

extension Animation {
  /// The system's default animation.
  public static let `default` = Self(.standard)

  /// An animation at constant speed.
  public static var linear: Self { linear(duration: 0.35) }
  /// An animation that starts slowly.
  public static var easeIn: Self { easeIn(duration: 0.35) }
  /// An animation that ends slowly.
  public static var easeOut: Self { easeOut(duration: 0.35) }
  /// An animation that starts and ends slowly.
  public static var easeInOut: Self { easeInOut(duration: 0.35) }

  /// Returns an animation at constant speed.
  public static func linear(duration: Double) -> Self {
    timingCurve(0, 0, 1, 1, duration: duration)
  }

  /// Returns an animation that starts slowly.
  public static func easeIn(duration: Double) -> Self {
    timingCurve(0.42, 0, 1, 1, duration: duration)
  }

  /// Returns an animation that ends slowly.
  public static func easeOut(duration: Double) -> Self {
    timingCurve(0, 0, 0.58, 1, duration: duration)
  }

  /// Returns an animation that starts and ends slowly.
  public static func easeInOut(duration: Double) -> Self {
    timingCurve(0.42, 0, 0.58, 1, duration: duration)
  }

  /// Returns an animation along a Bézier curve with two control points.
  public static func timingCurve(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, duration: Double = 0.35
  ) -> Self {
    Self(.bezier(x1: x1, y1: y1, x2: x2, y2: y2, duration: duration))
  }

  /// An animation with a spring.
  public static var spring: Self { spring() }
  /// An animation with a spring that does not bounce.
  public static var smooth: Self { smooth() }
  /// An animation with a spring that bounces a little.
  public static var snappy: Self { snappy() }
  /// An animation with a spring that bounces.
  public static var bouncy: Self { bouncy() }
  /// An animation with a spring that follows a drag.
  public static var interactiveSpring: Self { interactiveSpring() }

  /// Returns an animation with a spring.
  public static func spring(
    response: Double = 0.5, dampingFraction: Double = 0.825, blendDuration: Double = 0
  ) -> Self {
    Self(
      .spring(
        response: response, dampingFraction: dampingFraction, blendDuration: blendDuration))
  }

  /// Returns an animation with a spring, given its perceived duration and its bounce.
  public static func spring(
    duration: Double, bounce: Double = 0, blendDuration: Double = 0
  ) -> Self {
    spring(response: duration, dampingFraction: 1 - bounce, blendDuration: blendDuration)
  }

  /// Returns an animation with a spring that does not bounce.
  public static func smooth(duration: Double = 0.5, extraBounce: Double = 0) -> Self {
    spring(duration: duration, bounce: extraBounce)
  }

  /// Returns an animation with a spring that bounces a little.
  public static func snappy(duration: Double = 0.5, extraBounce: Double = 0) -> Self {
    spring(duration: duration, bounce: 0.15 + extraBounce)
  }

  /// Returns an animation with a spring that bounces.
  public static func bouncy(duration: Double = 0.5, extraBounce: Double = 0) -> Self {
    spring(duration: duration, bounce: 0.3 + extraBounce)
  }

  /// Returns an animation with a spring that follows a drag.
  public static func interactiveSpring(
    response: Double = 0.15, dampingFraction: Double = 0.86, blendDuration: Double = 0.25
  ) -> Self {
    spring(response: response, dampingFraction: dampingFraction, blendDuration: blendDuration)
  }

  /// Returns an animation with a spring that has a mass, a stiffness and a damping.
  public static func interpolatingSpring(
    mass: Double = 1, stiffness: Double, damping: Double, initialVelocity: Double = 0
  ) -> Self {
    Self(
      .physicalSpring(
        mass: mass, stiffness: stiffness, damping: damping, initialVelocity: initialVelocity))
  }
}
