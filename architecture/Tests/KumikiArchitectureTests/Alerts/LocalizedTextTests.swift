import Foundation
import KumikiArchitecture
import Testing

@testable import struct KumikiArchitecture.LocalizedStringKey

@Suite struct LocalizedTextTests {
  @Test("T9: a key has place holders for what is put in, and a translation may turn them round")
  func placeHolders() {
    let key: LocalizedStringKey = "\("Blob") of \(3) is \(50.5)% done"
    #expect(key.key == "%@ of %lld is %lf%% done")
    #expect(key.filled("%2$lld/%1$@: %3$lf%%") == "3/Blob: 50.5%")
    #expect(key.filled("%@ %d %f %@ % x") == "Blob 3 50.5 %@ % x")
    #expect(LocalizedStringKey("100%").filled("100%") == "100%")
  }

  @Test("T9: a text is looked up in a bundle's table, and is its key where nothing is found")
  func table() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("kumiki-\(UUID()).bundle")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try "\"Delete %@?\" = \"Weg mit %@?\";\n".write(
      to: folder.appendingPathComponent("Alerts.strings"), atomically: true, encoding: .utf8)
    let bundle = try #require(Bundle(path: folder.path))
    let name = "Blob"
    let text = TextState("Delete \(name)?", tableName: "Alerts", bundle: bundle)
    #expect(String(state: text) == "Weg mit Blob?")
    #expect(text == TextState("Weg mit Blob?"))
    #expect(TextState("Keep \(name)", tableName: "Alerts", bundle: bundle) == "Keep Blob")
    #expect(TextState("Delete \(name)?") == "Delete Blob?")
  }
}
