public import CKumiki
internal import KumikiValues
internal import KumikiJSON

@c @implementation
public func kmk_store_snapshot(_ store: CHandle!, _ error: CError!) -> CHandle! {
  answering(orNull: error) {
    SnapshotHandle(try Handle<StoreHandle>.at(store, "store").snapshot()).retained()
  }
}

@c @implementation
public func kmk_store_snapshot_without_state(_ store: CHandle!, _ error: CError!) -> CHandle! {
  snapshotWithoutState(store, error)
}

@c @implementation
public func kmk_store_snapshot_beside(_ store: CHandle!, _ error: CError!) -> CHandle! {
  snapshotWithoutState(store, error)
}

@safe private func snapshotWithoutState(_ store: CHandle!, _ error: CError!) -> CHandle! {
  answering(orNull: error) {
    let snapshot = try Handle<StoreHandle>.at(store, "store").snapshot()
    return SnapshotHandle(snapshot.withoutState).retained()
  }
}

@c @implementation
public func kmk_snapshot_free(_ snapshot: CHandle!) { Handle<SnapshotHandle>.free(snapshot) }

@c @implementation public func kmk_snapshot_state(_ snapshot: CHandle!) -> CNewJSON! {
  KumikiC.snapshot(
    (try? Handle<SnapshotHandle>.borrow(snapshot)?.requiringState().snapshot.lasting())?.state
      .retained())
}

@c @implementation public func kmk_snapshot_is_state_only(_ snapshot: CHandle!) -> Bool {
  Handle<SnapshotHandle>.borrow(snapshot)?.snapshot.isStateOnly ?? false
}

@c @implementation public func kmk_snapshot_json(
  _ snapshot: CHandle!, _ version: UInt32, _ error: CError!
) -> CNewJSON! {
  answering(orNull: error) {
    let snapshot = try Handle<SnapshotHandle>.at(snapshot, "snapshot").requiringState().snapshot
    return new(try snapshot.json(version: Int64(version)).retained())
  }
}

@c @implementation public func kmk_snapshot_json_without_state(
  _ snapshot: CHandle!, _ version: UInt32, _ error: CError!
) -> CNewJSON! {
  jsonWithoutState(snapshot, version, error)
}

@c @implementation public func kmk_snapshot_beside(
  _ snapshot: CHandle!, _ version: UInt32, _ error: CError!
) -> CNewJSON! {
  jsonWithoutState(snapshot, version, error)
}

@safe private func jsonWithoutState(_ snapshot: CHandle!, _ version: UInt32, _ error: CError!)
  -> CNewJSON!
{
  answering(orNull: error) {
    let snapshot = try Handle<SnapshotHandle>.at(snapshot, "snapshot").snapshot
    return new(try snapshot.json(version: Int64(version), hasState: false).retained())
  }
}

@c @implementation public func kmk_snapshot_bounded(
  _ snapshot: CHandle!, _ history_bytes: Int, _ error: CError!
) -> CHandle! {
  answering(orNull: error) {
    let snapshot = try Handle<SnapshotHandle>.at(snapshot, "snapshot").snapshot
    let most = history_bytes < 0 ? .max : history_bytes
    return SnapshotHandle(snapshot.bounded(historyBytes: most)).retained()
  }
}

@c @implementation public func kmk_snapshot_new(
  _ json: CJSON!, _ migrations: CStructs<kmk_migrations>!, _ error: CError!
) -> CHandle! {
  answering(orNull: error) {
    let json = JSON(borrowing: try given(node(json), "json"))
    return SnapshotHandle(try JSONSnapshot(json, migrating: JSONMigrations(migrations))).retained()
  }
}

@c @implementation public func kmk_store_restore(
  _ store: CHandle!, _ snapshot: CHandle!, _ error: CError!
) -> kmk_status {
  withStore(store, error) { store in
    let handle = try Handle<SnapshotHandle>.at(snapshot, "snapshot").requiringState()
    // The program may free its reference meanwhile, such as when one of its effects is cancelled.
    try withExtendedLifetime(handle) {
      try Uncounted(handle).with { try store.restore($0.snapshot) }
    }
  }
}

@c @implementation public func kmk_store_new_from(
  _ loop: CHandle!, _ reducer: CHandle!, _ snapshot: CHandle!, _ error: CError!
) -> CHandle! {
  let reducer = ReducerHandle.part(reducer, "reducer")
  return answering(orNull: error) {
    let reducer = try reducer.get()
    let home = try StoreHome(Handle.at(loop, "loop"))
    let snapshot = try Handle<SnapshotHandle>.at(snapshot, "snapshot").requiringState().snapshot
    let source = try JSONStoreSource(home, reducer, from: snapshot)
    return recorded(StoreHandle(source, home.loopHandle))
  }
}

@c @implementation
public func kmk_reducer_hash(_ reducer: CHandle!, _ error: CError!) -> CNewText! {
  answering(orNull: error) {
    newText(try Handle<ReducerHandle>.at(reducer, "reducer").reducer.hash())
  }
}
