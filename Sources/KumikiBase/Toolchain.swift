// Lets every file of the engine use the declarations of KumikiToolchain. All of them are `package`, so no program
// sees them.
@_exported public import KumikiToolchain
