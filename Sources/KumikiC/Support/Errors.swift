internal import CKumiki
internal import KumikiValues
internal import KumikiJSON

// Passes errors to the program.

/// Runs the body of a function that returns a status.
@safe func answering(_ error: CError?, _ body: () throws -> Void) -> kmk_status {
  let shortages = Shortage.count
  do {
    try body()
    return KMK_OK
  } catch let failure {
    return Failure(any: failure, since: shortages).report(to: error)
  }
}

/// Runs the body of a function that returns a new value, string or handle, and NULL on failure.
@safe func answering<Result>(orNull error: CError?, _ body: () throws -> Result?) -> Result? {
  let shortages = Shortage.count
  do {
    let result = try body()
    if Shortage.count == shortages { return result }
    releaseResult(result)
    throw Failure.noMemory
  } catch let failure {
    Failure(any: failure, since: shortages).report(to: error)
    return nil
  }
}

/// Releases a result that is incomplete.
@inline(never)
@safe private func releaseResult<Result>(_ result: Result?) {
  switch result {
  case let json as CNewJSON: release(json)
  case let text as CNewText: freeText(text)
  case let handle as CHandle:
    let object = Handle<HandleObject>.consume(handle)
    (object as? StoreMember)?.end()
  default: break
  }
}

extension Failure {
  /// Makes the failure of a call. If memory was refused during the call, the failure is "no memory", because the call
  /// may have failed on incomplete data.
  init(any error: any Error, since shortages: UInt32) {
    self = Shortage.count == shortages ? Failure(any: error) : .noMemory
  }

  static let noMemory = Failure(KMK_ERR_NO_MEMORY, "jansson's allocator has no memory")

  /// Fills the caller's struct. Strings that are too long are cut between characters.
  @discardableResult
  @safe func report(to error: CError?) -> kmk_status {
    guard let error = unsafe error else { return status }
    let path = path
    unsafe error.pointee.status = status
    unsafe error.pointee.position = position
    let hasPath = unsafe copyText(path, to: &error.pointee.path)
    let hasMessage = unsafe copyText(message, to: &error.pointee.message)
    if !hasPath || !hasMessage {
      unsafe CutFailure.remember(path: path, message: message, of: error.pointee)
    }
    return status
  }
}

/// Copies a string into a C array of a struct, NUL-terminated. Returns whether the whole string fits.
private func copyText<Field>(_ text: String, to field: inout Field) -> Bool {
  var text = text
  return unsafe withUnsafeMutableBytes(of: &field) { field in
    text.withUTF8 { bytes in
      var count = min(bytes.count, field.count - 1)
      // Moves back to the start of a character.
      while count > 0, count < bytes.count, unsafe bytes[count] & 0xC0 == 0x80 { count -= 1 }
      unsafe field.copyBytes(from: bytes.prefix(count))
      unsafe field[count] = 0
      return count == bytes.count
    }
  }
}

/// The full strings of a failure that were too long for a `kmk_error`. Each thread remembers its last such failure.
@safe final class CutFailure {
  private let path: CNewText?
  private let message: CNewText?
  /// The error as the program received it.
  private let cut: kmk_error

  private init(_ path: String, _ message: String, _ cut: kmk_error) {
    unsafe self.path = newText(path)
    unsafe self.message = newText(message)
    self.cut = cut
  }

  deinit {
    unsafe freeText(path)
    unsafe freeText(message)
  }

  static func remember(path: String, message: String, of cut: kmk_error) {
    ThreadFrame.current.pointee.failure = CutFailure(path, message, cut)
  }

  /// Returns the details of an error: the full strings if the error is the thread's last one that was cut, otherwise
  /// the error's own strings.
  @safe static func details(of error: CStructs<kmk_error>?) -> kmk_error_details {
    guard let error = unsafe error else {
      let nothing = constant("")
      return unsafe kmk_error_details(
        status: KMK_OK, position: 0, path: nothing, message: nothing)
    }
    let last = ThreadFrame.current.pointee.failure as? CutFailure
    if let last, unsafe last.isOf(error.pointee) {
      return unsafe kmk_error_details(
        status: error.pointee.status, position: error.pointee.position, path: last.path,
        message: last.message)
    }
    let start = unsafe UnsafeRawPointer(error)
    func text(_ offset: Int?) -> CText? {
      unsafe (start + offset!).assumingMemoryBound(to: CChar.self)
    }
    return unsafe kmk_error_details(
      status: error.pointee.status, position: error.pointee.position,
      path: text(MemoryLayout<kmk_error>.offset(of: \.path)),
      message: text(MemoryLayout<kmk_error>.offset(of: \.message)))
  }

  /// Compares by content, because programs copy errors.
  private func isOf(_ error: kmk_error) -> Bool {
    error.status == cut.status && error.position == cut.position
      && Self.isEqual(error.path, cut.path) && Self.isEqual(error.message, cut.message)
  }

  private static func isEqual<Field>(_ left: Field, _ right: Field) -> Bool {
    unsafe withUnsafeBytes(of: left) { left in
      unsafe withUnsafeBytes(of: right) { right in
        unsafe left.prefix { $0 != 0 }.elementsEqual(right.prefix { $0 != 0 })
      }
    }
  }
}
