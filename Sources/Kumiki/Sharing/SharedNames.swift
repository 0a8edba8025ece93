extension Shared: NamedWrapper { package static var wrappedType: Any.Type { Value.self } }
extension SharedReader: NamedWrapper { package static var wrappedType: Any.Type { Value.self } }
