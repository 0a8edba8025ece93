import Kumiki

/// The codes of the issues that `body` reports outside of any store.
///
/// It runs within a dispatch: a thread of the tests may have loops of other tests, and such an issue
/// goes to the loop that is being dispatched before any other.
func issueCodes(_ body: () -> Void) throws -> [Kumiki.Issue.Code] {
  let loop = try Loop(.virtual)
  defer { loop.close() }
  let reported = Record<Kumiki.Issue.Code>()
  loop.onIssue = { reported($0.code) }
  try withoutActuallyEscaping(body) { body in
    nonisolated(unsafe) let body = body
    loop.post { body() }
    try loop.dispatch()
  }
  return reported.entries
}
