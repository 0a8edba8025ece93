extension DependencyValues {
  /// Generates UUIDs: random on a real-time loop, counted from 0 in each store of a virtual loop.
  ///
  /// A test must set it: to `.incrementing`, `.constant` or a function.
  @_disfavoredOverload
  public var uuid: UUIDGenerator {
    get { .recording(self[stateless: UUIDKey.self]) }
    set { self[UUIDKey.self] = newValue }
  }

  /// The time of day, in nanoseconds since 1970; on a virtual loop, the time of the loop's clock.
  ///
  /// A test must set it, unless its store is on a virtual loop.
  @_disfavoredOverload
  public var date: DateGenerator {
    get { .recording(self[stateless: DateKey.self]) }
    set { self[DateKey.self] = newValue }
  }

  /// Generates the ids of presentations whose action supplies none: the store's own generator.
  @_disfavoredOverload
  public var presentationID: IDGenerator<PresentationID> {
    get { override(PresentationIDKey.self) ?? PresentationIDKey.liveValue }
    set { self[PresentationIDKey.self] = newValue }
  }

  /// Generates the ids of a navigation path's elements: the store's own generator, which counts from 0.
  ///
  /// A generator that replaces it must not generate an id twice.
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
      // The clock of a store's virtual loop moves only when the test advances it, so the test controls it.
      if DependencyValues.ambientLoop?.kind != .virtual {
        DependencyValues.reportUnimplemented("date")
      }
      return liveValue()
    }
  }
}

// In a traced step the values that the step receives are recorded, and a replay gives the step the same values: from
// any current generator, and for a feature in any language.

extension UUIDGenerator {
  /// The generator of presentation ids, which a test need not set.
  static var forPresentations: Self {
    .recording(DependencyValues.current.override(UUIDKey.self) ?? UUIDKey.liveValue)
  }

  /// Returns the generator as reducers receive it.
  package static func recording(_ generator: Self) -> Self {
    generator.recording({ .uuid($0) }) { if case .uuid(let id) = $0 { id } else { nil } }
  }
}

extension DateGenerator {
  /// Returns the generator as reducers receive it.
  package static func recording(_ generator: Self) -> Self {
    generator.recording({ .date($0) }) { if case .date(let date) = $0 { date } else { nil } }
  }
}

extension ValueGenerator {
  /// Wraps the generator. `make` converts a value to a journal record; `read` converts a record back, or returns nil
  /// for a record of another kind.
  fileprivate func recording(
    _ make: @escaping @Sendable (Value) -> StepJournal.RecordedValue,
    _ read: @escaping @Sendable (StepJournal.RecordedValue) -> Value?
  ) -> Self {
    if StepJournal.current == nil { return self }
    return wrapping { value in StepJournal.current?.provide(value(), make, read) ?? value() }
  }
}
