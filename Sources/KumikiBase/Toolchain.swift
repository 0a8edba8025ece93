// Every file of the engine may use what KumikiToolchain declares. All of it is `package`, so no program sees it.
@_exported public import KumikiToolchain
