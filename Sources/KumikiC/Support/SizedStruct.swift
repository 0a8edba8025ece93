internal import CKumiki
internal import CKumikiCalls

/// A struct of the headers that begins with its size, so that members can be appended later.
@safe protocol SizedStruct {
  /// Its size in the first published version.
  static var firstSize: Int { get }
  /// The defaults of its members.
  static var standard: Self { get }
  /// Its name in C, and its initializer macro: nil if the program fills in the size itself.
  static var name: String { get }
  static var initializer: String? { get }
}

/// Fills a struct of the program, which may have been compiled with an older or a newer header: as much as
/// there is room for, and 0 in members that the library does not know.
@safe func fill<Struct>(_ target: COut<Struct>?, size: Int, with value: Struct?) {
  guard let target = UnsafeMutableRawPointer(target) else { return }
  let size = Int(clamping: UInt(bitPattern: size))
  let room = unsafe UnsafeMutableRawBufferPointer(start: target, count: size)
  unsafe room.initializeMemory(as: UInt8.self, repeating: 0)
  guard let value else { return }
  unsafe withUnsafeBytes(of: value) { value in
    unsafe room.copyMemory(from: UnsafeRawBufferPointer(rebasing: value.prefix(size)))
  }
}

/// Reads a struct of the program, which may have been compiled with an older or a newer header: members
/// beyond its size have their defaults, unknown members are ignored.
///
/// - Parameter what: the name of the argument, for the message.
@safe func sized<Struct: SizedStruct>(
  _ given: CStructs<Struct>?, _ what: String
) throws -> Struct? {
  guard let given = unsafe UnsafeRawPointer(given) else { return nil }
  // The size is read alone first, because nothing may be read beyond it.
  let size = unsafe given.load(as: UInt.self)
  guard size >= Struct.firstSize else {
    let advice = Struct.initializer.map { "; use \($0)" } ?? ""
    throw Failure.invalid("\(what).size is smaller than \(Struct.name)\(advice)")
  }
  var whole = Struct.standard
  unsafe withUnsafeMutableBytes(of: &whole) { target in
    let count = min(Int(clamping: size), target.count)
    unsafe target.copyMemory(from: UnsafeRawBufferPointer(start: given, count: count))
  }
  return whole
}

extension kmk_slot_options: SizedStruct {
  static var firstSize: Int { kumiki_first_slot_options }
  static var standard: Self { unsafe kumiki_default_slot_options() }
  static var name: String { "kmk_slot_options" }
  static var initializer: String? { "KMK_SLOT_OPTIONS_INIT" }
}

extension kmk_presentation_callbacks: SizedStruct {
  static var firstSize: Int { kumiki_first_presentation_callbacks }
  static var standard: Self { kumiki_default_presentation_callbacks() }
  static var name: String { "kmk_presentation_callbacks" }
  static var initializer: String? { nil }
}

extension kmk_loop_options: SizedStruct {
  static var firstSize: Int { kumiki_first_loop_options }
  static var standard: Self { kumiki_default_loop_options() }
  static var name: String { "kmk_loop_options" }
  static var initializer: String? { "KMK_LOOP_OPTIONS_INIT" }
}

extension kmk_undo_options: SizedStruct {
  static var firstSize: Int { kumiki_first_undo_options }
  static var standard: Self { unsafe kumiki_default_undo_options() }
  static var name: String { "kmk_undo_options" }
  static var initializer: String? { "KMK_UNDO_OPTIONS_INIT" }
}
