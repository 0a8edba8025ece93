internal import CKumiki
internal import KumikiValues
internal import KumikiJSON

/// An effect as held by C until it is consumed: a reference to its node.
enum CEffect {
  /// Stands for an effect that does nothing and so has no node. A constructor never returns NULL.
  private static let nothing = Nothing()

  private final class Nothing: Sendable {
    @safe var pointer: OpaquePointer {
      unsafe OpaquePointer(Unmanaged.passUnretained(self).toOpaque())
    }
  }

  @safe static func new(_ effect: consuming Effect<JSONAction>) -> CHandle {
    guard let node = unsafe effect.takeNode() else { return nothing.pointer }
    LiveObjects.add()
    return Checks.once(node, of: "kmk_effect")
  }

  @inline(__always)
  @safe static func consume(_ pointer: CHandle?) -> Effect<JSONAction> {
    guard let pointer = unsafe pointer, unsafe pointer != nothing.pointer else { return .none }
    LiveObjects.remove()
    let node = Checks.address(of: pointer, "kmk_effect", ends: true)
    return unsafe Effect(consuming: UnsafeMutableRawPointer(mutating: node))
  }

  /// Consumes the effects of an array; NULL members are skipped.
  @safe static func consume(_ effects: CStructs<CHandle?>?, _ count: Int) throws -> [Effect<
    JSONAction
  >] { try structs(effects, count, "effects") { consume($0) } }

  /// Makes an effect, or an invalid one if `make` throws.
  @safe static func new(
    function: StaticString = #function, _ make: () throws -> Effect<JSONAction>
  ) -> CHandle {
    do {
      return new(try make())
    } catch {
      return new(.invalid("\(name(of: function)): \(Failure(any: error).message)"))
    }
  }

  /// Makes an effect that sends an action at once. The action is consumed.
  @safe static func send(stealing action: CNewJSON?, function: StaticString = #function) -> CHandle
  {
    new(function: function) { try .send(stealing: given(node(action), "action")) }
  }

  /// Makes an effect from an action, which is consumed.
  @safe static func new(
    stealing action: CNewJSON?, function: StaticString = #function,
    _ make: (JSONAction) throws -> Effect<JSONAction>
  ) -> CHandle {
    let json = taken(action)
    return new(function: function) { try make(JSONAction(try required(json, "action"))) }
  }

  /// Makes an effect from an id and another effect, which is consumed.
  @safe static func new(
    of effect: CHandle?, _ id: CText?, function: StaticString = #function,
    _ make: (Effect<JSONAction>, AnyHashable) throws -> Effect<JSONAction>
  ) -> CHandle {
    let effect = consume(effect)
    return new(function: function) {
      guard let id = try? text(id, "id") else {
        throw Failure.invalid("id is NULL or not UTF-8")
      }
      return try make(effect, AnyHashable(ExactText(id)))
    }
  }

  /// Makes an effect that calls back, together with the object that the effect keeps alive.
  @safe static func new(
    _ driver: any EffectDriver.Type, _ call: kmk_start_fn?, _ what: String,
    _ cancel: kmk_cancel_fn?, _ pointer: CData?, _ release: kmk_free_fn?,
    function: StaticString = #function
  ) -> CHandle {
    let owner = unsafe release == nil ? nil : UserData(pointer, release)
    return new(function: function) {
      guard let call = unsafe call else { throw Failure.isNull(what) }
      let words = unsafe CCall(call, cancel, pointer).words
      let isUnstoppable = unsafe cancel == nil
      return Effect(
        untyped: DrivenEntry(driver, words, owner: owner, isUnstoppable: isUnstoppable))
    }
  }
}

/// The program's functions for one effect, and their context. Both kinds of effects are called with a sender and the
/// context.
@safe struct CCall: @unchecked Sendable {
  // Only passed between threads. The memory behind the pointer belongs to the program.
  private let function: kmk_start_fn
  private let cancel: kmk_cancel_fn?
  private let pointer: CData?

  init(_ function: @escaping kmk_start_fn, _ cancel: kmk_cancel_fn?, _ pointer: CData?) {
    unsafe (self.function, self.cancel, self.pointer) = (function, cancel, pointer)
  }

  var words: DriverWords { unsafe unsafeBitCast(self, to: DriverWords.self) }

  /// - Parameters:
  ///   - sender: A reference that the program owns from now on.
  ///   - isBlocking: Whether the program has it only until the function returns.
  func begin(_ sender: Uncounted<DrivenEntry>, isBlocking: Bool = false) {
    calling("kmk_start_fn") {
      unsafe function(Sender.pointer(sender, isLent: isBlocking), pointer)
    }
  }

  func stop() { unsafe cancel?(pointer) }
}

extension DrivenEntry {
  var call: CCall { unsafe unsafeBitCast(words, to: CCall.self) }

  /// The program's context, which will be released on the loop's thread.
  @discardableResult
  func takeOwnerHome() -> UserData? {
    guard let owner else { return nil }
    let data = unsafe unsafeDowncast(owner, to: UserData.self)
    data.takeHome(to: heldLoop.object)
    return data
  }
}
