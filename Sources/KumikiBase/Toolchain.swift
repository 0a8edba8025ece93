// The room of Swift's insides, seen by every file of the engine and of what imports it. All of it is `package`.
@_exported public import KumikiToolchain
