/// A stored property of a struct, as the Swift runtime describes it.
struct StoredProperty {
  let name: String
  let type: Any.Type

  /// Those of a type, in their order. None of a type that is no struct, or whose module is built without
  /// reflection metadata.
  static func all(of type: Any.Type) -> [StoredProperty] {
    let metadata = TypeMetadata(type)
    guard metadata.isStruct else { return [] }
    // A struct's properties are described as the cases of an enum are: a name and a type each.
    let fields = unsafe EnumType(descriptor: metadata.descriptor)
    var found: [StoredProperty] = []
    while let name = unsafe fields.caseName(found.count) {
      guard let own = fields.payload(found.count, of: type) else { return found }
      found.append(StoredProperty(name: unsafe String(cString: name), type: own))
    }
    return found
  }
}
