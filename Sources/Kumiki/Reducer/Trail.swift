/// The scopes that a step came down through and does not come back to.
///
/// A processor foresees where a call returns to for some sixteen calls in each other, and no further: a
/// step that went through fifty features and back would spend most of its time on the way back. So
/// whoever has nothing left to do after its child (a scope at the end of a body) notes the child's step
/// here and returns; who began the trail runs it. What the last of them returns is mostly nothing; else
/// those on the trail make it their own, the last one first.
///
/// Each thread has one. Steps that are inside of each other use it like a stack.
public struct Trail {
  @usableFromInline let notes: UnsafeMutablePointer<Notes>

  @inlinable
  init(_ notes: UnsafeMutablePointer<Notes>) { self.notes = notes }

  /// Where the next one notes its child, and where there is no more room.
  @usableFromInline
  struct Notes {
    /// What is being reduced on the thread.
    @usableFromInline var context: UnsafeMutablePointer<ReduceContext>?
    @usableFromInline var next: UnsafeMutablePointer<Note>
    @usableFromInline let end: UnsafeMutablePointer<Note>

    @inlinable
    init(_ next: UnsafeMutablePointer<Note>, _ end: UnsafeMutablePointer<Note>) {
      self.next = next
      self.end = end
    }
  }

  /// A step to be run: a scope's child, on a part of its state, with an action that lies here.
  @usableFromInline
  struct Note {
    @usableFromInline var scope: Unmanaged<TrailPoint>
    @usableFromInline var step: Unmanaged<HeldStep>
    @usableFromInline var state: UnsafeMutableRawPointer
    @usableFromInline var action: (UInt64, UInt64, UInt64)

    @inlinable @inline(__always)
    static func action(of note: UnsafeMutablePointer<Note>) -> UnsafeMutableRawPointer {
      UnsafeMutableRawPointer(note) + 24
    }
  }

  /// Whether an action can lie in a note: nobody releases what is in it.
  @inlinable @inline(__always)
  static func carries<Action>(_: Action.Type) -> Bool {
    _isPOD(Action.self) && MemoryLayout<Action>.size <= 24 && MemoryLayout<Action>.alignment <= 8
  }

  /// True where nothing runs at or below the feature whose step this is: the tree of what runs need not
  /// be walked along.
  @inlinable @inline(__always)
  var isQuiet: Bool { notes.pointee.end != Self.nowhere }

  /// No address, but one that is never looked at.
  @inlinable @inline(__always)
  static var nowhere: UnsafeMutablePointer<Note> {
    UnsafeMutablePointer(bitPattern: 8).unsafelyUnwrapped
  }

  /// The next note; nil where there is no more room.
  @inlinable @inline(__always)
  var room: UnsafeMutablePointer<Note>? {
    let next = notes.pointee.next
    return next < notes.pointee.end ? next : nil
  }

  /// Notes a step. The scope and the step are held by others for as long as it runs.
  @inlinable @inline(__always)
  func note<Action>(
    in room: UnsafeMutablePointer<Note>, _ scope: TrailPoint, _ step: Unmanaged<HeldStep>,
    _ state: UnsafeMutableRawPointer, _ action: Action
  ) {
    room.pointee.scope = .passUnretained(scope)
    room.pointee.step = step
    room.pointee.state = state
    Note.action(of: room).initializeMemory(as: Action.self, to: action)
    notes.pointee.next = room + 1
  }
}

extension Trail {
  /// Runs a step and those that it notes.
  @inlinable @inline(__always)
  func follow(_ step: () -> BareEffect) -> BareEffect {
    let first = notes.pointee.next
    let effect = step()
    return notes.pointee.next == first ? effect : Self.go(on: notes, first)
  }

  /// Runs what was noted.
  @usableFromInline @inline(never)
  static func go(
    on notes: UnsafeMutablePointer<Notes>, _ first: UnsafeMutablePointer<Note>
  ) -> BareEffect {
    var last = first
    var effect = BareEffect.none
    repeat {
      let note = last
      last = notes.pointee.next
      effect = note.pointee.step._withUnsafeGuaranteedRef {
        $0.run($0, note.pointee.state, Note.action(of: note), Trail(notes))
      }
    } while notes.pointee.next != last
    notes.pointee.next = first
    if effect.isNone { return effect }
    while last > first {
      last -= 1
      effect = last.pointee.scope._withUnsafeGuaranteedRef { $0.lift($0, effect) }
    }
    return effect
  }

  /// Runs a step while something runs at or below its feature: nobody notes anything.
  @usableFromInline @inline(never)
  static func avoid(
    _ step: Unmanaged<HeldStep>, _ state: UnsafeMutableRawPointer, _ action: UnsafeRawPointer
  ) -> BareEffect {
    avoid { trail in step._withUnsafeGuaranteedRef { $0.run($0, state, action, trail) } }
  }

  @inlinable @inline(__always)
  static func avoid(_ step: (Trail) -> BareEffect) -> BareEffect {
    var notes = Notes(nowhere, nowhere)
    return _withUnprotectedUnsafeMutablePointer(to: &notes) { step(Trail($0)) }
  }
}

extension Trail.Notes {
  /// So many steps may be noted; who is deeper comes back.
  private static let length = 64

  static func make() -> Self {
    let first = UnsafeMutablePointer<Trail.Note>.allocate(capacity: length)
    return Self(first, first + length)
  }

  /// Gives the memory back, after all steps.
  func free() { (end - Self.length).deallocate() }
}

/// A scope, to those who know nothing of its types.
public class TrailPoint {
  @usableFromInline final let lift: (TrailPoint, BareEffect) -> BareEffect

  /// - Parameter lift: makes an effect of the child, which is not none, the scope's own. It is handed
  ///   the scope itself.
  @inlinable
  init(lift: @escaping (TrailPoint, BareEffect) -> BareEffect) { self.lift = lift }
}

/// An effect whose type is known to whoever gets it: that of the last feature on the trail. Owned, and
/// taken once.
public struct BareEffect {
  @usableFromInline let node: UnsafeMutableRawPointer?

  @inlinable @inline(__always)
  init(_ node: UnsafeMutableRawPointer?) { self.node = node }

  @inlinable @inline(__always)
  static var none: Self { Self(nil) }

  @inlinable @inline(__always)
  var isNone: Bool { node == nil }

  /// An effect, without its type.
  @inlinable @inline(__always)
  init<Action>(_ effect: consuming Effect<Action>) { self.init(effect.takeNode()) }
}

extension Effect {
  /// Takes over what is an effect of this type.
  @inlinable @inline(__always)
  init(bare effect: BareEffect) {
    guard let node = effect.node else {
      self = .none
      return
    }
    self.init(consuming: node)
  }
}
