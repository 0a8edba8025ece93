extension DependencyValues {
  /// Makes UUIDs: random on a live loop, counted from 0 in each store of a virtual one.
  ///
  /// A test must set it: to `.incrementing`, `.constant` or a function.
  @_disfavoredOverload
  public var uuid: UUIDGenerator {
    get { .handed(self[stateless: UUIDKey.self]) }
    set { self[UUIDKey.self] = newValue }
  }

  /// The time of day, in nanoseconds since 1970; on a virtual loop, the time of the loop's clock.
  ///
  /// A test must set it, unless its store is on a virtual loop.
  @_disfavoredOverload
  public var date: DateGenerator {
    get { .handed(self[stateless: DateKey.self]) }
    set { self[DateKey.self] = newValue }
  }

  /// Makes the ids of presentations that get none from an action: the store's own generator.
  @_disfavoredOverload
  public var presentationID: IDGenerator<PresentationID> {
    get { override(PresentationIDKey.self) ?? PresentationIDKey.liveValue }
    set { self[PresentationIDKey.self] = newValue }
  }

  /// Makes the ids of a path's elements: the store's own generator, which counts from 0.
  ///
  /// A generator set in its place must not give an id twice.
  public var stackElementID: IDGenerator<StackElementID> {
    get { override(StackElementIDKey.self) ?? StackElementIDKey.liveValue }
    set { self[StackElementIDKey.self] = newValue }
  }
}

enum PresentationIDKey: DependencyKey {
  static var liveValue: IDGenerator<PresentationID> {
    IDGenerator { .generated(by: ReduceContext.current?.pointee.identifiers) }
  }
  static var testValue: IDGenerator<PresentationID> { liveValue }
}

enum StackElementIDKey: DependencyKey {
  static var liveValue: IDGenerator<StackElementID> { IDGenerator { .generated() } }
  static var testValue: IDGenerator<StackElementID> { liveValue }
}

package enum UUIDKey: DependencyKey {
  package static var liveValue: UUIDGenerator {
    UUIDGenerator {
      let identifiers =
        ReduceContext.current?.pointee.identifiers
        ?? (EffectContext.current?.entry?.table as? StoreCore)?.identifiers
      return identifiers?.uuid() ?? .random()
    }
  }

  package static var testValue: UUIDGenerator {
    UUIDGenerator {
      DependencyValues.reportUnimplemented("uuid")
      return liveValue()
    }
  }
}

package enum DateKey: DependencyKey {
  package static var liveValue: DateGenerator {
    DateGenerator { (DependencyValues.ambientLoop ?? Loop.existing)?.wallClock ?? System.realtime }
  }

  package static var testValue: DateGenerator {
    DateGenerator {
      // The clock of a store's virtual loop moves only when told: it is the test's own.
      if DependencyValues.ambientLoop?.kind != .virtual {
        DependencyValues.reportUnimplemented("date")
      }
      return liveValue()
    }
  }
}

// While a step is traced, what it is given is noted, and in a replay it is given the same again: by whichever
// generator is in force, and in whichever language the feature is written.

extension UUIDGenerator {
  /// The generator of a presentation's id, with which a test need not reckon.
  static var forPresentations: Self {
    .handed(DependencyValues.current.override(UUIDKey.self) ?? UUIDKey.liveValue)
  }

  /// The generator as reducers are given it.
  package static func handed(_ generator: Self) -> Self {
    generator.handed({ .uuid($0) }) { if case .uuid(let id) = $0 { id } else { nil } }
  }
}

extension DateGenerator {
  /// The generator as reducers are given it.
  package static func handed(_ generator: Self) -> Self {
    generator.handed({ .date($0) }) { if case .date(let date) = $0 { date } else { nil } }
  }
}

extension ValueGenerator {
  /// - Parameters: a value as the journal notes it, and back; nil for something else that was noted.
  fileprivate func handed(
    _ make: @escaping @Sendable (Value) -> StepJournal.Given,
    _ read: @escaping @Sendable (StepJournal.Given) -> Value?
  ) -> Self {
    if StepJournal.current == nil { return self }
    return handing { value in StepJournal.current?.hand(value(), make, read) ?? value() }
  }
}
