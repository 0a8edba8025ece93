public import CKumiki

// Names for the pointer types of the C interface, by meaning.

/// A string that the caller keeps: `const char *`.
public typealias CText = UnsafePointer<CChar>
/// A string that the caller frees, or a buffer of the caller: `char *`.
public typealias CNewText = UnsafeMutablePointer<CChar>
/// A value that the caller keeps: `const json_t *`.
public typealias CJSON = UnsafePointer<json_t>
/// A value that is handed over: `json_t *`.
public typealias CNewJSON = UnsafeMutablePointer<json_t>
/// An object of the library, known to the program by its pointer: `kmk_store *`.
public typealias CHandle = OpaquePointer
/// The context of a callback, or a service: `void *`.
public typealias CData = UnsafeMutableRawPointer
/// Structs or handles to read, a single one or an array: `const kmk_field *`.
public typealias CStructs<Struct> = UnsafePointer<Struct>
/// Where a result is stored: `size_t *`.
public typealias COut<Value> = UnsafeMutablePointer<Value>
/// Where a failure is explained: `kmk_error *`.
public typealias CError = UnsafeMutablePointer<kmk_error>
