internal import CKumiki
internal import KumikiValues
internal import KumikiJSON

/// The failure of a call. This is the only file that knows both Swift's errors and C's.
struct Failure: Error {
  var status: kmk_status
  var position = 0
  var message: String
  /// The place, computed on demand: most callers of a lookup need to know only that there is no value.
  var path: String { place() }
  private let place: @Sendable () -> String

  init(
    _ status: kmk_status, _ message: String,
    path: @autoclosure @escaping @Sendable () -> String = "", position: Int = 0
  ) {
    self.status = status
    self.message = message
    place = path
    self.position = position
  }

  static func invalid(_ message: String) -> Failure { Failure(KMK_ERR_INVALID_ARGUMENT, message) }
  static func isNull(_ what: String) -> Failure { invalid("\(what) is NULL") }
  static let full = Failure(
    KMK_ERR_LIMIT, "as many actions of other threads wait as the loop allows")
  static let closed = Failure(KMK_ERR_CLOSED, "the store or its loop has ended")
  static let deriving = Failure(
    KMK_ERR_BUSY, "called in the function of a derived value, which only reads")
  static var wrongThread: Failure {
    Checks.wrongThread()
    return Failure(
      KMK_ERR_WRONG_THREAD, "called on a thread other than the one that made the loop")
  }
}

extension Failure {
  init(_ error: JSONError) {
    let status =
      switch error.kind {
      case .json: KMK_ERR_JSON
      case .decode, .notFinite: KMK_ERR_DECODE
      case .tooDeep: KMK_ERR_TOO_DEEP
      case .tooLarge: KMK_ERR_LIMIT
      case .noMemory: KMK_ERR_NO_MEMORY
      case .invalidPointer: KMK_ERR_INVALID_ARGUMENT
      case .notFound: KMK_ERR_NOT_FOUND
      case .unknownFeature: KMK_ERR_UNKNOWN_FEATURE
      case .notAllowed: KMK_ERR_NOT_ALLOWED
      }
    self.init(status, error.message, path: error.path, position: error.position)
  }

  /// The kind of configuration error that a reducer carries to its store.
  var kind: JSONError.Kind {
    switch status {
    case KMK_ERR_UNKNOWN_FEATURE: .unknownFeature
    case KMK_ERR_TOO_DEEP: .tooDeep
    case KMK_ERR_LIMIT: .tooLarge
    case KMK_ERR_NO_MEMORY: .noMemory
    default: .invalidPointer
    }
  }

  init(_ error: LoopError) {
    switch error {
    case .wrongThread: self = .wrongThread
    case .busy: self.init(KMK_ERR_BUSY, "called inside a callback of the same loop")
    case .closed: self.init(KMK_ERR_CLOSED, "the loop was freed, or inherited through fork")
    case .timeout: self.init(KMK_ERR_TIMEOUT, "the time expired first; unfinished work continues")
    case .notVirtual: self = .invalid("only a virtual loop's clock can be moved")
    case .invalidTimeout: self = .invalid("a timeout is -1 or a number of milliseconds from 0 on")
    case .system(let code, let call):
      self.init(KMK_ERR_NO_MEMORY, "the system refused \(call) (errno \(code))")
    }
  }

  init(_ error: StoreError) {
    switch error {
    case .wrongThread: self = .wrongThread
    case .busy:
      self.init(
        KMK_ERR_BUSY, "the store is busy; call this when it is idle (kmk_loop_defer)")
    case .ended: self = .closed
    case .scoped: self = .invalid("a view has no reducer of its own: give the store of the whole")
    }
  }

  init(any error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as JSONError: self.init(error)
    case let error as LoopError: self.init(error)
    case let error as StoreError: self.init(error)
    default: self.init(KMK_ERR_INVALID_ARGUMENT, "\(error)")
    }
  }
}

extension JSONPointer {
  /// The start of the pointer's string, as much as an error can hold.
  var shortText: String { text(atMost: 4096) }
}
