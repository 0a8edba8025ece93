// What a test of the Composable Architecture calls beside a test store: `expectNoDifference`,
// `withExpectedIssue`, `unimplemented` and their kin.
@_exported public import CustomDump
@_exported public import IssueReporting
