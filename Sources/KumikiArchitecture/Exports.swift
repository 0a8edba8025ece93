// What a file of the Composable Architecture gets by its import.
@_exported public import Foundation
@_exported public import Kumiki
@_exported public import KumikiMacros

#if canImport(FoundationNetworking)
  @_exported public import FoundationNetworking
#endif

#if OpenCombine
  @_exported public import KumikiOpenCombine
#endif

// `unimplemented`, `reportIssue`, `customDump` and their kin.
#if Testing
  @_exported public import CustomDump
  @_exported public import IssueReporting
#endif
