// What a test of the Composable Architecture calls beside a test store: `expectNoDifference`,
// `withExpectedIssue`, `unimplemented` and their kin. Not the engine: what brings this brings that too, by one
// way, so that KumikiArchitecture's names (`BindableState`) go before the engine's.
@_exported public import CustomDump
@_exported public import IssueReporting
