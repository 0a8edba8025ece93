/// The payload of a case that nobody can make, where one has to be made of it. For the macros.
@_documentation(visibility: internal)
public func _impossible<Root>(_: Never) -> Root {}
