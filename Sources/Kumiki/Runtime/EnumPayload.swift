/// The cases of an enum that hold a payload of one type, and how that is taken out of a value: for a case
/// that is known by its constructor only.
@safe package struct EnumPayload<Root, Payload>: Sendable {
  /// A case: its number, as ``EnumTag`` tells it.
  package struct Case: Sendable {
    package let tag: UInt32
    package let name: String
    /// The payload is in a box, for which the value has a reference.
    fileprivate let isIndirect: Bool
  }

  /// Those whose payload is of the type, in the order of their numbers.
  package let cases: [Case]

  package init() {
    guard EnumTag.isEnum(Root.self) else {
      cases = []
      return
    }
    let type = EnumType(cases: Root.self)
    let parts = TypeMetadata.parts(of: Payload.self)
    cases = (0..<type.caseCount).compactMap { position in
      guard let payload = type.payload(position, of: Root.self),
        TypeMetadata.parts(of: payload) == parts, let name = unsafe type.caseName(position)
      else { return nil }
      return Case(
        tag: UInt32(position), name: unsafe String(cString: name),
        isIndirect: type.isIndirect(position))
    }
  }

  /// Takes the payload out of a copy of the value.
  ///
  /// - Precondition: the value is in that case, which is one of ``cases``.
  package func extract(_ own: Case, from root: Root) -> Payload {
    let metadata = TypeMetadata(Root.self)
    let project = unsafe (metadata.valueWitnesses + EnumTag.offset + 8).load(as: Project.self)
    return unsafe withUnsafeTemporaryAllocation(of: Root.self, capacity: 1) { copy in
      let place = UnsafeMutableRawPointer(copy.baseAddress!)
      unsafe copy.initializeElement(at: 0, to: root)
      unsafe project(place, metadata.start)
      guard own.isIndirect else {
        return unsafe place.assumingMemoryBound(to: Payload.self).move()
      }
      let box = unsafe place.load(as: UnsafeRawPointer.self)
      defer { unsafe Unmanaged<AnyObject>.fromOpaque(box).release() }
      return unsafe (box + Self.boxHeader).assumingMemoryBound(to: Payload.self).pointee
    }
  }

  /// Makes the payload of the value at a place: it is not an enum any more.
  private typealias Project = @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer) -> Void

  /// A box begins with the two words of an object, and then with what its contents' alignment asks for.
  private static var boxHeader: Int {
    let alignment = MemoryLayout<Payload>.alignment
    return (16 + alignment - 1) & ~(alignment - 1)
  }
}

extension EnumType {
  /// The cases of an enum or an optional.
  ///
  /// - Precondition: it is one.
  fileprivate init(cases type: Any.Type) {
    unsafe self.init(descriptor: TypeMetadata(type).descriptor)
  }

  /// Whether the payload of a case is in a box.
  fileprivate func isIndirect(_ position: Int) -> Bool {
    unsafe record(position).map { unsafe $0.load(as: UInt32.self) & 1 == 1 } ?? false
  }

  /// The type of a case's payload; nil where it has none, or the module was built without reflection.
  func payload(_ position: Int, of type: Any.Type) -> Any.Type? {
    guard let name = unsafe payloadName(position) else { return nil }
    // Generic arguments follow the kind and the descriptor.
    let arguments = unsafe TypeMetadata(type).start + 2 * MemoryLayout<UnsafeRawPointer>.size
    return unsafe _getTypeByMangledNameInContext(
      name, Self.length(of: name), genericContext: descriptor, genericArguments: arguments)
  }

  /// The length of a mangled name. It ends with a zero; but a byte below 0x20 stands before a pointer, of
  /// four bytes or of eight, in which there may be zeros.
  private static func length(of name: UnsafePointer<UInt8>) -> UInt {
    var length = 0
    while true {
      switch unsafe name[length] {
      case 0: return UInt(length)
      case 0x01...0x17: length += 5
      case 0x18...0x1F: length += 9
      default: length += 1
      }
    }
  }
}

extension TypeMetadata {
  /// The types that a tuple is made of, or the type itself: payloads are compared without their labels,
  /// which the constructor of a case does not show.
  fileprivate static func parts(of type: Any.Type) -> [ObjectIdentifier] {
    let metadata = TypeMetadata(type)
    guard metadata.isTuple else { return [ObjectIdentifier(type)] }
    let word = MemoryLayout<UInt>.size
    let count = unsafe metadata.start.load(fromByteOffset: word, as: Int.self)
    // The labels come between the number of elements and these; an element is its type and its offset.
    return (0..<count).map { position in
      ObjectIdentifier(
        unsafe metadata.start.load(
          fromByteOffset: (3 + 2 * position) * word, as: Any.Type.self))
    }
  }

  private var isTuple: Bool { kind == 0x301 }
}
