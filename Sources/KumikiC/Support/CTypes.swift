public import CKumiki

// What the functions of the C interface take and answer, by what it means: the pointers of the headers.

/// A text that stays the caller's: `const char *`.
public typealias CText = UnsafePointer<CChar>
/// A text that the caller frees, or has room for: `char *`.
public typealias CNewText = UnsafeMutablePointer<CChar>
/// A value that stays the caller's: `const json_t *`.
public typealias CJSON = UnsafePointer<json_t>
/// A value that is handed over: `json_t *`.
public typealias CNewJSON = UnsafeMutablePointer<json_t>
/// Something of the library's that a program knows by its pointer: `kmk_store *`.
public typealias CHandle = OpaquePointer
/// The context of a callback, or a service: `void *`.
public typealias CData = UnsafeMutableRawPointer
/// Structs or handles that are read, one or an array of them: `const kmk_field *`.
public typealias CStructs<Struct> = UnsafePointer<Struct>
/// Where something is answered: `size_t *`.
public typealias COut<Value> = UnsafeMutablePointer<Value>
/// Where a failure is explained: `kmk_error *`.
public typealias CError = UnsafeMutablePointer<kmk_error>
