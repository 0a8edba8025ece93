/// The cases of an enum that have a payload of one type, and the code to extract it from a value. For a case that is
/// known only by its constructor.
@safe package struct EnumPayload<Root, Payload>: Sendable {
  /// A case, with its number as in ``EnumTag``.
  package struct Case: Sendable {
    package let tag: UInt32
    package let name: String
    /// Whether the payload is in a box that the value refers to.
    fileprivate let isIndirect: Bool
  }

  /// The cases whose payload has the type, ordered by number.
  package let cases: [Case]

  package init() {
    self.init(trusted: Assumption.payloads.holds)
  }

  /// - Parameter trusted: Pass false to find no case.
  init(trusted: Bool) {
    guard trusted, EnumTag.isEnum(Root.self) else {
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

  /// Extracts the payload from a copy of the value.
  ///
  /// - Precondition: `own` is one of ``cases``, and the value is in that case.
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

  /// Projects the payload in place. Afterwards the memory no longer holds a valid enum.
  private typealias Project = @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer) -> Void

  /// A box begins with the two-word object header, padded to the alignment of its contents.
  private static var boxHeader: Int {
    let alignment = MemoryLayout<Payload>.alignment
    return (16 + alignment - 1) & ~(alignment - 1)
  }
}

extension EnumType {
  /// - Precondition: `type` is an enum or an optional.
  fileprivate init(cases type: Any.Type) {
    unsafe self.init(descriptor: TypeMetadata(type).descriptor)
  }

  /// The types of the payloads of an enum's or an optional's cases; of a payload that is a tuple, the types of its
  /// elements. Empty for any other type, and for a module that was built without reflection metadata.
  package static func payloadTypes(of type: Any.Type) -> [Any.Type] {
    guard EnumTag.isEnum(type), Assumption.payloads.holds else { return [] }
    let cases = EnumType(cases: type)
    return (0..<cases.payloadCaseCount).flatMap { position in
      cases.payload(position, of: type).map(TypeMetadata.elements) ?? []
    }
  }

  /// Whether the payload of a case is in a box.
  fileprivate func isIndirect(_ position: Int) -> Bool {
    unsafe record(position).map { unsafe $0.load(as: UInt32.self) & 1 == 1 } ?? false
  }

  /// Returns the type of a case's payload; nil if it has none or the module was built without reflection metadata.
  func payload(_ position: Int, of type: Any.Type) -> Any.Type? {
    guard let name = unsafe payloadName(position) else { return nil }
    // Generic arguments follow the kind and the descriptor.
    let arguments = unsafe TypeMetadata(type).start + 2 * MemoryLayout<UnsafeRawPointer>.size
    return unsafe _getTypeByMangledNameInContext(
      name, Self.length(of: name), genericContext: descriptor, genericArguments: arguments)
  }

  /// Returns the length of a mangled name. The name ends with a zero, but a byte below 0x20 announces a pointer of
  /// four or eight bytes, which may contain zeros.
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
  /// Identifies the element types of a tuple, or the type itself. Payloads are compared without labels, because the
  /// constructor of a case has none.
  fileprivate static func parts(of type: Any.Type) -> [ObjectIdentifier] {
    elements(of: type).map { ObjectIdentifier($0) }
  }

  /// Returns the element types of a tuple, or the type itself.
  fileprivate static func elements(of type: Any.Type) -> [Any.Type] {
    let metadata = TypeMetadata(type)
    guard metadata.isTuple else { return [type] }
    let word = MemoryLayout<UInt>.size
    let count = unsafe metadata.start.load(fromByteOffset: word, as: Int.self)
    // The elements, each with its type and offset, come after the count and the labels.
    return (0..<count).map { position in
      unsafe metadata.start.load(fromByteOffset: (3 + 2 * position) * word, as: Any.Type.self)
    }
  }

  var isTuple: Bool { kind == 0x301 }
}
