/// The name of a state-driven effect in a snapshot.
package enum FollowedName: Hashable {
  /// For JSON state: the pointer from the store's state, which is the same in another process.
  case at(ExactText, id: ExactText)
  /// For typed state: the keys of the features around the effect, and its own key.
  case scopePath([ScopeKey])
  /// For typed state in another process: the texts of those keys.
  case texts([ExactText])

  package init(_ path: String, _ id: String) { self = .at(ExactText(path), id: ExactText(id)) }
  init(_ scopePath: [ScopeKey]) { self = .scopePath(scopePath) }

  /// Creates the name of an effect over typed state in another process. Returns nil over JSON.
  package init?(textsOf scopePath: [ScopeKey]) {
    guard let own = scopePath.last?.optic.base as? FollowedPlace,
      !(own.optic.base is any NamedPlace)
    else { return nil }
    self = .texts(scopePath.map { ExactText($0.text) })
  }
}

/// The place of a declaration of a state-driven effect: the part of the state that it follows, and its name.
package struct FollowedPlace: Hashable {
  package let optic: OpticID
  private let known: ExactText

  package var name: String { known.text }

  init(_ optic: OpticID, _ name: String) {
    self.optic = optic
    known = ExactText(name)
  }
}

/// A place with the same name in every process: a pointer or a case over JSON.
package protocol NamedPlace {
  var placeName: String { get }
}

extension ScopeKey {
  /// The name of this key in every process, as far as its types provide one.
  fileprivate var text: String {
    switch child {
    // Only one feature is presented at a time.
    case .sole, .presentation: optic.text
    case .number(let number): "\(optic.text)[\(number)]"
    case .id(let id): "\(optic.text)[\(id.value)]"
    }
  }
}

extension OpticID {
  fileprivate var text: String {
    switch base {
    case let path as AnyKeyPath: PropertyPath(path).text
    case let place as any NamedPlace: place.placeName
    case let place as FollowedPlace:
      place.name.isEmpty ? place.optic.text : "\(place.optic.text) (\(place.name))"
    case let other: "\(other)"
    }
  }
}
