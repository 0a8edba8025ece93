/// A stored property of a struct, as the Swift runtime describes it.
package struct StoredProperty {
  package let name: String
  package let type: Any.Type

  /// Returns the stored properties of a struct, in order. Empty for any other type, and in a module that is built
  /// without reflection metadata.
  package static func all(of type: Any.Type) -> [StoredProperty] {
    Assumption.propertyNames.holds ? read(of: type) : []
  }

  static func read(of type: Any.Type) -> [StoredProperty] {
    let metadata = TypeMetadata(type)
    guard metadata.isStruct else { return [] }
    // A struct's properties are described like the cases of an enum: each by a name and a type.
    let fields = unsafe EnumType(descriptor: metadata.descriptor)
    var found: [StoredProperty] = []
    while let name = unsafe fields.caseName(found.count) {
      guard let own = fields.payload(found.count, of: type) else { return found }
      found.append(StoredProperty(name: unsafe String(cString: name), type: own))
    }
    return found
  }
}
