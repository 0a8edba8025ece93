/// An enum type as the Swift runtime describes it: the names of its cases, and the enclosing type.
///
/// Swift has no reflection over the cases of an enum type, so this type reads its descriptor, which consists of
/// 32-bit words and relative pointers. A module that is built without reflection metadata contains the number of
/// cases but not their names.
@safe package struct EnumType {
  let descriptor: UnsafeRawPointer

  init(descriptor: UnsafeRawPointer) { unsafe self.descriptor = descriptor }

  /// Nil for a type that is not an enum. Also nil for `Optional`, which has its own kind of metadata.
  package init?(_ type: Any.Type) {
    let metadata = TypeMetadata(type)
    guard metadata.isEnum else { return nil }
    unsafe descriptor = metadata.descriptor
  }

  /// Offsets into the descriptor of an enum.
  private enum Offset {
    static let parent = 4
    static let name = 8
    static let fields = 16
    static let payloadCases = 20
    static let emptyCases = 24
  }

  /// Offsets into the descriptor of the cases, and into each case's record.
  private enum Fields {
    static let count = 12
    static let records = 16
    static let recordSize = 12
    static let recordPayload = 4
    static let recordName = 8
  }
}

// MARK: - Cases

extension EnumType {
  package var payloadCaseCount: Int {
    unsafe Int(descriptor.load(fromByteOffset: Offset.payloadCases, as: UInt32.self) & 0x00FF_FFFF)
  }

  package var caseCount: Int {
    unsafe payloadCaseCount
      + Int(descriptor.load(fromByteOffset: Offset.emptyCases, as: UInt32.self))
  }

  /// Returns the name of a case. Cases with payloads come first, each group in the order of declaration.
  package func caseName(_ position: Int) -> UnsafePointer<UInt8>? {
    guard let record = unsafe record(position) else { return nil }
    return unsafe Self.relative(record + Fields.recordName)?.assumingMemoryBound(to: UInt8.self)
  }

  /// Returns the mangled name of the type of a case's payload; nil if it has none.
  func payloadName(_ position: Int) -> UnsafePointer<UInt8>? {
    guard let record = unsafe record(position) else { return nil }
    return unsafe Self.relative(record + Fields.recordPayload)?.assumingMemoryBound(to: UInt8.self)
  }

  /// Returns the record of a case; nil in a module that is built without reflection metadata.
  func record(_ position: Int) -> UnsafeRawPointer? {
    guard let fields = unsafe Self.relative(descriptor + Offset.fields),
      unsafe position < Int(fields.load(fromByteOffset: Fields.count, as: UInt32.self))
    else { return nil }
    return unsafe fields + Fields.records + position * Fields.recordSize
  }

  package var hasNoCaseNames: Bool { unsafe caseCount > 0 && caseName(0) == nil }

  /// Whether `other` has a case of the same name for each case of this type.
  package func hasCases(among other: EnumType) -> Bool {
    (0..<caseCount).allSatisfy { position in
      guard let name = unsafe caseName(position) else { return false }
      return (0..<other.caseCount).contains { position in
        unsafe other.caseName(position).map { unsafe Self.same($0, name) } ?? false
      }
    }
  }

  private static func same(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>) -> Bool {
    var offset = 0
    while unsafe left[offset] == right[offset] {
      if unsafe left[offset] == 0 { return true }
      offset += 1
    }
    return false
  }
}

// MARK: - Names and nesting

extension EnumType {
  /// Whether the type is declared directly inside another.
  package func isDeclared(in other: EnumType) -> Bool {
    var context = unsafe Self.relativeOrIndirect(descriptor + Offset.parent)
    // A private type has an anonymous context between itself and the enclosing type.
    while let here = unsafe context, unsafe here.load(as: UInt32.self) & 0x1F == 2 {
      unsafe context = Self.relativeOrIndirect(here + Offset.parent)
    }
    return unsafe context == other.descriptor
  }

  /// Whether the type is called `CodingKeys`.
  package var isNamedCodingKeys: Bool {
    guard let name = unsafe typeName else { return false }
    return unsafe Self.ends(name, from: 0)
  }

  /// Whether the type has the name that the compiler gives to the coding keys of a case's payload:
  /// `SetCountCodingKeys` for `setCount`.
  package func isNamed(forPayloadOf caseName: UnsafePointer<UInt8>) -> Bool {
    guard let name = unsafe typeName else { return false }
    let first = unsafe caseName[0]
    let isLower = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first)
    guard unsafe name[0] == (isLower ? first - 32 : first) else { return false }
    var offset = 1
    while unsafe caseName[offset] != 0 {
      guard unsafe name[offset] == caseName[offset] else { return false }
      offset += 1
    }
    return unsafe Self.ends(name, from: offset)
  }

  private var typeName: UnsafePointer<UInt8>? {
    unsafe Self.relative(descriptor + Offset.name)?.assumingMemoryBound(to: UInt8.self)
  }

  private static func ends(_ name: UnsafePointer<UInt8>, from offset: Int) -> Bool {
    let ending: StaticString = "CodingKeys"
    return unsafe same(name + offset, ending.utf8Start)
  }
}

// MARK: - Relative pointers

extension EnumType {
  private static func relative(_ field: UnsafeRawPointer) -> UnsafeRawPointer? {
    let distance = unsafe Int(field.load(as: Int32.self))
    return unsafe distance == 0 ? nil : field + distance
  }

  /// Follows a relative pointer whose lowest bit marks it as a pointer to a pointer.
  private static func relativeOrIndirect(_ field: UnsafeRawPointer) -> UnsafeRawPointer? {
    let distance = unsafe Int(field.load(as: Int32.self))
    if distance == 0 { return nil }
    if distance & 1 == 0 { return unsafe field + distance }
    return unsafe (field + (distance & ~1)).load(as: UnsafeRawPointer?.self)
  }
}
