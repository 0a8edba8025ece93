/// Where a snapshot finds an effect again that followed the state.
package enum FollowedName: Hashable {
  /// Over JSON: by the pointer from the store's state, which is the same in another process.
  case at(ExactText, id: ExactText)
  /// Over typed state: by the keys of the features around it, and its own.
  case way([ScopeKey])
  /// The same in another process: by the texts of those keys.
  case texts([ExactText])

  package init(_ path: String, _ id: String) { self = .at(ExactText(path), id: ExactText(id)) }
  init(_ way: [ScopeKey]) { self = .way(way) }

  /// For typed state, what an effect is called in another process; nil over JSON.
  package init?(textsOf way: [ScopeKey]) {
    guard let own = way.last?.optic.base as? FollowedPlace, !(own.optic.base is any NamedPlace)
    else { return nil }
    self = .texts(way.map { ExactText($0.text) })
  }
}

/// Where a declaration of an effect that follows the state is: the part that it follows, and its name.
package struct FollowedPlace: Hashable {
  package let optic: OpticID
  private let known: ExactText

  package var name: String { known.text }

  init(_ optic: OpticID, _ name: String) {
    self.optic = optic
    known = ExactText(name)
  }
}

/// A place that is known by its name in every process: a pointer or a case over JSON.
package protocol NamedPlace {
  var placeName: String { get }
}

extension ScopeKey {
  /// How this key is called in every process, as far as its types tell.
  fileprivate var text: String {
    switch child {
    // One presentation is up at a time.
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
