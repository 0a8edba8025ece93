// Functions that tests for the Composable Architecture call besides a test store: `expectNoDifference`,
// `withExpectedIssue`, `unimplemented` and others. They are exported here and not by the engine, so that
// each has one source, and KumikiArchitecture's names (`BindableState`) shadow the engine's.
@_exported public import CustomDump
@_exported public import IssueReporting
