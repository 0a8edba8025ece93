import Kumiki

/// The codes of what `body` reports, which runs in no store.
func issueCodes(_ body: () -> Void) throws -> [Kumiki.Issue.Code] {
  let loop = try Loop(.virtual)
  defer { loop.close() }
  let reported = Record<Kumiki.Issue.Code>()
  loop.onIssue = { reported($0.code) }
  body()
  return reported.entries
}
