// The modules that a file of the Composable Architecture gets from its import.
@_exported public import Foundation
@_exported public import Kumiki
@_exported public import KumikiLegacy
@_exported public import KumikiMacros

#if canImport(FoundationNetworking)
  @_exported public import FoundationNetworking
#endif

#if OpenCombine
  @_exported public import KumikiOpenCombine
  @_exported public import OpenCombineFoundation
#endif

// `unimplemented`, `reportIssue`, `customDump` and others, and `XCTFail` for code outside of tests.
@_exported public import CustomDump
@_exported public import IssueReporting
@_exported public import XCTestDynamicOverlay
