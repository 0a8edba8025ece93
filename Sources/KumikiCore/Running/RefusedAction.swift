/// An action of an effect does not fit the feature: its cases exclude it, or it is too large.
///
/// The effect that has sent it receives the error: the call that sends it returns it, or the nearest `catch` around the
/// effect is called, as for any error. The effect continues.
package struct ActionRefused: Error, CustomStringConvertible {
  package let description: String
}

/// An effect whose action does not fit: how an issue names it, and how it receives the error. Of the effect it holds
/// only the way of its actions.
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

  /// `the effect "load" of /rows/0`
  var name: String {
    let (id, place) = (ids.first.map { " \"\($0.base)\"" } ?? "", place())
    return "the effect\(id)\(place.isEmpty ? "" : " of \(place)")"
  }

  /// Asks the nearest `catch` around the effect.
  func tell(_ error: any Error) {
    _ = sink.fail(error, from: Delivery(taskTree: nil, source: ActionSource(caughtOf: serial)))
  }
}

extension EffectTable {
  /// The effect whose action is being reduced, which may have finished since it has sent it. Nil for one that was
  /// cancelled.
  var refusedSender: RefusedSender? {
    if let sender { return sender.isCancelled ? nil : RefusedSender(sender) }
    return burst.source.effect.flatMap { busySenders[$0] as? RefusedSender }
  }

  /// Remembers until the next turn an effect that sends while its store is busy: it may finish before the action is
  /// reduced.
  package func remember(_ entry: EffectEntry) {
    if busySenders.isEmpty { loop.nextTurn { [weak self] in self?.busySenders = [:] } }
    if busySenders[entry.serial] == nil { busySenders[entry.serial] = RefusedSender(entry) }
  }

  /// An effect was cancelled: its `catch` is no longer called.
  func forget(_ entry: EffectEntry) {
    if !busySenders.isEmpty { busySenders[entry.serial] = nil }
  }
}
