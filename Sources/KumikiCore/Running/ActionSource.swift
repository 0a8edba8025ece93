/// The source of an action, for the record of a step. One number, because it accompanies each action.
@usableFromInline
package struct ActionSource: Equatable {
  /// 0 for the program; the serial of an effect; for an action that a step sends immediately, the step's number with
  /// the highest bit set; for an action through a scoped store, the store's number in the trace with the bit below set.
  @usableFromInline let number: UInt64
  private static let sendBit: UInt64 = 1 << 63
  private static let viewBit: UInt64 = 1 << 62
  /// Set in addition to an effect's serial: its `catch` returned the action, or its code waits for the result.
  private static let caughtBit: UInt64 = 1 << 61
  private static let directBit: UInt64 = 1 << 60

  @inlinable
  init(number: UInt64) { self.number = number }

  @inlinable
  init(effect serial: UInt64) { number = serial }

  init(sentBy step: UInt64) { number = step | Self.sendBit }

  init(caughtOf serial: UInt64) { number = serial | Self.caughtBit }

  @usableFromInline
  init(directlyFrom serial: UInt64) { number = serial | Self.directBit }

  package init(view index: Int) { number = UInt64(index) | Self.viewBit }

  @usableFromInline
  package static var program: Self { Self(number: 0) }

  /// The serial of the effect that sent the action.
  package var effect: UInt64? {
    number != 0 && number < Self.viewBit ? number & ~(Self.caughtBit | Self.directBit) : nil
  }

  /// Whether a `catch` returned the action for an effect's error.
  var isCaught: Bool { effect != nil && number & Self.caughtBit != 0 }

  /// Whether the effect's code waits in the sending call, which reports whether the action matches.
  var isDirect: Bool { effect != nil && number & Self.directBit != 0 }

  /// The number of the step that sent the action immediately.
  package var step: UInt64? { number & Self.sendBit == 0 ? nil : number & ~Self.sendBit }

  /// The trace's number of the scoped store that the action came through.
  package var view: Int? {
    number & Self.sendBit == 0 && number & Self.viewBit != 0 ? Int(number & ~Self.viewBit) : nil
  }
}
