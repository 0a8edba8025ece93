public import CKumiki
internal import KumikiValues
internal import KumikiJSON

@c @implementation public func kmk_list_new(
  _ store: CHandle!, _ pointer: CText!, _ options: CStructs<kmk_list_options>!,
  _ user_data: CData!, _ free_fn: kmk_free_fn!, _ error: CError!
) -> CHandle! {
  let data = UserData(user_data, free_fn)
  return withStore(store, orNull: error) { store in
    let rows = try KumikiC.pointer(pointer)
    let options = try ListOptions(options, data)
    return try store.list(rows, options).retained()
  }
}

@c @implementation public func kmk_list_free(_ list: CHandle!) { Handle<ListHandle>.release(list) }

// MARK: - Reading

@c @implementation public func kmk_list_count(_ list: CHandle!) -> Int {
  (try? Handle<ListHandle>.borrow(list)?.reading().list.shown.count) ?? 0
}

@c @implementation
public func kmk_list_get(_ list: CHandle!, _ index: Int, _ error: CError!) -> CNewJSON! {
  answering(orNull: error) {
    let (rows, entry) = try Handle<ListHandle>.at(list, "list").entry(at: index)
    return snapshot(rows.row(entry).retained())
  }
}

@c @implementation
public func kmk_list_id(_ list: CHandle!, _ index: Int, _ error: CError!) -> CNewJSON! {
  answering(orNull: error) {
    let (rows, entry) = try Handle<ListHandle>.at(list, "list").entry(at: index)
    return new(rows.id(entry).retained())
  }
}

@c @implementation public func kmk_list_index(_ list: CHandle!, _ id: CJSON!) -> Int {
  guard let id = node(id) else { return -1 }
  return (try? Handle<ListHandle>.borrow(list)?.index(of: id)) ?? -1
}

@c @implementation public func kmk_list_show(
  _ list: CHandle!, _ first: Int, _ limit: Int, _ error: CError!
) -> kmk_status {
  answering(error) {
    try Handle<ListHandle>.at(list, "list").show(RowWindow(sizes: first, limit))
  }
}

@c @implementation
public func kmk_list_totals(_ list: CHandle!, _ error: CError!) -> CNewJSON! {
  answering(orNull: error) {
    new(try Handle<ListHandle>.at(list, "list").reading().rows.totals().retained())
  }
}

@c @implementation
public func kmk_list_groups(_ list: CHandle!, _ error: CError!) -> CNewJSON! {
  answering(orNull: error) {
    new(try Handle<ListHandle>.at(list, "list").reading().rows.groupTotals().retained())
  }
}

// MARK: - Observing

@c @implementation public func kmk_list_observe(
  _ list: CHandle!, _ fn: kmk_list_fn!, _ user_data: CData!, _ free_fn: kmk_free_fn!,
  _ error: CError!
) -> CHandle! {
  let callback = Callback<ListHandle.Notify>(fn, user_data, free_fn)
  return answering(orNull: error) {
    let list = try Handle<ListHandle>.at(list, "list")
    let notify = try callback.get()
    return try subscribed(to: list.store, try list.observe(notify))
  }
}
