public import Kumiki
public import KumikiJSON
internal import KumikiTestCore

extension TestStore where State == JSON, Action == JSON {
  /// Makes a test store for a JSON feature, such as one written in C.
  ///
  ///     let store = try TestStore(initialState: ["count": 0], feature: counter)
  ///     await store.send("increment") { $0 = ["count": 1] }
  ///
  /// - Throws: for a configuration error in the feature, or a state that does not match.
  public convenience init(
    initialState: JSON, feature: JSONFeature,
    withDependencies update: (inout DependencyValues) -> Void = { _ in },
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) throws {
    let setting = TestSetting(update)
    let recorder = TestRecorder<JSON, JSON>(tracker: setting.tracker)
    let core = setting.loop.asOwner { StoreCore(loop: setting.loop) }
    let (store, document) = try setting.loop.asOwner {
      try feature.makeStore(initialState, core: core, update: { $0 = setting.dependencies }) {
        recorder.recording($0, state: { $0.json }, action: { $0.json })
      }
    }
    self.init(
      setting, store, core, recorder, document.snapshot,
      TestSite(fileID, filePath, line, column), canonical: feature.canonical
    ) { store.send(try feature.checked($0)) }
  }
}
