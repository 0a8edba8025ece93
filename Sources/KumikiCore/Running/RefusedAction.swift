/// An action of an effect does not match the feature: the feature's cases exclude it, or it is too large.
///
/// The effect that sent the action receives the error: the sending call returns it, or the nearest `catch` around the
/// effect is called, as for any error. The effect continues.
package struct ActionRefused: Error, CustomStringConvertible {
  package let description: String
}

/// An effect whose action does not match: its name in issues, and access to its `catch`. It holds only the sink of the
/// effect's actions.
final class RefusedSender {
  private let ids: [AnyHashable]
  private let place: () -> String
  private let sink: AnyEffectSink
  private let serial: UInt64

  init(_ entry: EffectEntry) {
    ids = entry.ids
    let (scope, locate) = (entry.scope, entry.table.issues.locate)
    place = { locate?(scope.upward.compactMap(\.key).reversed()) ?? "" }
    sink = unsafe unsafeDowncast(entry.heldSink.object, to: AnyEffectSink.self)
    serial = entry.serial
  }

  /// The name in messages: `the effect "load" of /rows/0`.
  var name: String {
    let (id, place) = (ids.first.map { " \"\($0.base)\"" } ?? "", place())
    return "the effect\(id)\(place.isEmpty ? "" : " of \(place)")"
  }

  /// Passes an error to the nearest `catch` around the effect.
  func deliver(_ error: any Error) {
    _ = sink.fail(error, from: Delivery(taskTree: nil, source: ActionSource(caughtOf: serial)))
  }
}

extension EffectTable {
  /// The effect whose action is being reduced. It may have finished since it sent the action. Nil if the effect was
  /// cancelled.
  var refusedSender: RefusedSender? {
    if let sender { return sender.isCancelled ? nil : RefusedSender(sender) }
    return burst.source.effect.flatMap { busySenders[$0] as? RefusedSender }
  }

  /// Remembers, until the loop's next iteration, an effect that sends while its store is busy, because the effect may
  /// finish before the action is reduced.
  package func remember(_ entry: EffectEntry) {
    if busySenders.isEmpty { loop.nextTurn { [weak self] in self?.busySenders = [:] } }
    if busySenders[entry.serial] == nil { busySenders[entry.serial] = RefusedSender(entry) }
  }

  /// Forgets an effect that was cancelled: its `catch` is no longer called.
  func forget(_ entry: EffectEntry) {
    if !busySenders.isEmpty { busySenders[entry.serial] = nil }
  }
}
