// What tests for the Composable Architecture call besides a test store: `expectNoDifference`,
// `withExpectedIssue`, `unimplemented` and others. Exported here and not by the engine, so that there is one
// way to them, and KumikiArchitecture's names (`BindableState`) shadow the engine's.
@_exported public import CustomDump
@_exported public import IssueReporting
