/// The order of array elements that steps have touched, and of the gaps left by removed elements.
///
/// An item is either an existing element or a gap. Each item stores the number of untouched elements before it;
/// any number may follow the last item. The items of an array form a treap, so that an index leads to an item,
/// and an item to its index, in O(log *n*). All arrays of a history share one list of items.
struct JSONElementOrder {
  struct Item {
    fileprivate var left: Int32 = -1
    fileprivate var right: Int32 = -1
    fileprivate var up: Int32 = -1
    fileprivate var priority: UInt32 = 0
    /// The number of untouched elements between the previous item and this item.
    fileprivate var untouched: Int32 = 0
    /// The number of elements in this item and the items below it in the tree.
    fileprivate var sum: Int32 = 0
    /// The place of the element; -1 for a gap.
    fileprivate(set) var place: Int32 = -1

    fileprivate var weight: Int32 { untouched + (place >= 0 ? 1 : 0) }
  }

  /// The items of one array; -1 for none.
  struct Root {
    fileprivate var item: Int32 = -1

    var isEmpty: Bool { item < 0 }
  }

  private var items: [Item] = []
  private var free: [Int32] = []
  private var seed: UInt32 = 1

  private enum Position {
    /// At an existing item.
    case element(Int32)
    /// Among the untouched elements before an item.
    case before(Int32, Int32)
    /// Among the untouched elements after the last item.
    case behind(Int32)
  }

  /// Whether nothing was written since one was copied from the other.
  func isSame(as other: JSONElementOrder) -> Bool { items.isSameStorage(as: other.items) }

  func place(of item: Int32) -> Int32 { items[Int(item)].place }

  /// Returns the number of untouched elements between the previous item and this item.
  func untouched(before item: Int32) -> Int { Int(items[Int(item)].untouched) }

  // MARK: Look-up

  /// Returns the number of elements before an item.
  func index(of item: Int32) -> Int {
    var index = sum(items[Int(item)].left) + items[Int(item)].untouched
    var here = item
    while true {
      let above = items[Int(here)].up
      if above < 0 { return Int(index) }
      if items[Int(above)].right == here {
        index += sum(items[Int(above)].left) + items[Int(above)].weight
      }
      here = above
    }
  }

  /// Returns the item of the element at an index; nil if no step has touched it.
  func element(at index: Int, _ root: Root) -> Int32? {
    if case .element(let item) = position(index, root) { return item }
    return nil
  }

  /// Whether an item precedes another item of the same array.
  func isBefore(_ item: Int32, _ other: Int32) -> Bool {
    let (path, otherPath) = (pathDown(to: item), pathDown(to: other))
    var depth = 0
    while depth < min(path.count, otherPath.count), path[depth] == otherPath[depth] { depth += 1 }
    // One item is below the other, or both are below the last item that their paths share.
    if depth == path.count {
      return depth < otherPath.count && items[Int(item)].right == otherPath[depth]
    }
    if depth == otherPath.count { return items[Int(other)].left == path[depth] }
    return items[Int(path[depth - 1])].left == path[depth]
  }

  private func pathDown(to item: Int32) -> [Int32] {
    var path: [Int32] = []
    var here = item
    while here >= 0 {
      path.append(here)
      here = items[Int(here)].up
    }
    path.reverse()
    return path
  }

  /// Calls `body` with the items of an array, in order.
  func forEach(_ root: Root, _ body: (Int32) -> Void) {
    var next = first(root)
    while let item = next {
      next = self.next(item)
      body(item)
    }
  }

  private func position(_ index: Int, _ root: Root) -> Position {
    var left = Int32(clamping: index)
    var item = root.item
    while item >= 0 {
      let here = items[Int(item)]
      let before = sum(here.left)
      if left < before {
        item = here.left
        continue
      }
      left -= before
      if left < here.untouched { return .before(item, left) }
      left -= here.untouched
      if here.place >= 0 {
        if left == 0 { return .element(item) }
        left -= 1
      }
      item = here.right
    }
    return .behind(left)
  }

  private func first(_ root: Root) -> Int32? {
    if root.item < 0 { return nil }
    var item = root.item
    while items[Int(item)].left >= 0 { item = items[Int(item)].left }
    return item
  }

  /// Returns the item after another; nil after the last.
  func next(_ item: Int32) -> Int32? {
    var here = items[Int(item)].right
    if here >= 0 {
      while items[Int(here)].left >= 0 { here = items[Int(here)].left }
      return here
    }
    here = item
    while true {
      let above = items[Int(here)].up
      if above < 0 { return nil }
      if items[Int(above)].left == here { return above }
      here = above
    }
  }

  private func sum(_ item: Int32) -> Int32 { item < 0 ? 0 : items[Int(item)].sum }

  // MARK: Inserted and removed elements

  /// Returns the item for the element at an index, made if needed.
  mutating func touch(_ index: Int, _ place: Int32, _ root: inout Root) -> Int32 {
    switch position(index, root) {
    case .element(let item): return item
    case .before(let next, let offset):
      add(-offset - 1, before: next)
      return insert(place, offset, before: next, &root)
    case .behind(let offset): return insert(place, offset, before: -1, &root)
    }
  }

  /// Returns an item for an inserted element: at index 0 before all gaps, otherwise after the gaps there.
  mutating func insert(_ index: Int, _ place: Int32, _ root: inout Root) -> Int32 {
    if index == 0 { return insert(place, 0, before: first(root) ?? -1, &root) }
    switch position(index, root) {
    case .element(let next):
      let untouched = items[Int(next)].untouched
      add(-untouched, before: next)
      return insert(place, untouched, before: next, &root)
    case .before(let next, let offset):
      add(-offset, before: next)
      return insert(place, offset, before: next, &root)
    case .behind(let offset): return insert(place, offset, before: -1, &root)
    }
  }

  /// Records that an untouched element was inserted at an index.
  mutating func insertUntouched(_ index: Int, _ root: Root) {
    if index == 0 {
      if let first = first(root) { add(1, before: first) }
      return
    }
    switch position(index, root) {
    case .element(let next), .before(let next, _): add(1, before: next)
    case .behind: return
    }
  }

  /// Records that the untouched element at an index was removed.
  mutating func removeUntouched(_ index: Int, _ root: Root) {
    if case .before(let next, _) = position(index, root) { add(-1, before: next) }
  }

  /// Makes a gap at an element's item.
  mutating func gap(at item: Int32, _ root: inout Root) -> Int32 {
    let untouched = items[Int(item)].untouched
    add(-untouched, before: item)
    return insert(-1, untouched, before: item, &root)
  }

  /// Puts an element into a gap, whose item becomes the element's.
  mutating func fill(_ gap: Int32, _ place: Int32) {
    items[Int(gap)].place = place
    addUp(gap, 1)
  }

  /// Rearranges the items of an array, each with a number of untouched elements before it. An element without an
  /// item gets a new item.
  ///
  /// - Parameter made: called with the place and the item of each element, and with -1 and the item of each gap.
  mutating func rebuild(
    _ sequence: [(item: Int32, place: Int32, untouched: Int)], _ made: (Int32, Int32) -> Void
  ) -> Root {
    var root = Root()
    for (known, place, untouched) in sequence {
      var fresh = Item()
      fresh.place = place
      fresh.untouched = Int32(clamping: untouched)
      let item = known >= 0 ? known : makeItem()
      link(item, fresh, before: -1, &root)
      made(place, item)
    }
    return root
  }

  /// Frees an item that is no longer in an order.
  mutating func discard(_ item: Int32) { free.append(item) }

  /// Removes an item. An element that stays counts as untouched afterwards.
  mutating func remove(_ item: Int32, stays: Bool, _ root: inout Root) {
    let here = items[Int(item)]
    if let next = next(item) {
      add(here.untouched + (stays && here.place >= 0 ? 1 : 0), before: next)
    }
    while true {
      let (left, right) = (items[Int(item)].left, items[Int(item)].right)
      if left < 0, right < 0 { break }
      let isLeft = right < 0 || left >= 0 && items[Int(left)].priority > items[Int(right)].priority
      raise(isLeft ? left : right, &root)
    }
    let above = items[Int(item)].up
    if above < 0 {
      root.item = -1
    } else {
      addUp(above, -items[Int(item)].sum)
      if items[Int(above)].left == item {
        items[Int(above)].left = -1
      } else {
        items[Int(above)].right = -1
      }
    }
    free.append(item)
  }

  // MARK: The tree

  private mutating func add(_ count: Int32, before item: Int32) {
    if count == 0 { return }
    items[Int(item)].untouched += count
    addUp(item, count)
  }

  private mutating func addUp(_ item: Int32, _ count: Int32) {
    var here = item
    while here >= 0 {
      items[Int(here)].sum += count
      here = items[Int(here)].up
    }
  }

  /// - Parameter next: the following item; -1 for the end.
  private mutating func insert(
    _ place: Int32, _ untouched: Int32, before next: Int32, _ root: inout Root
  ) -> Int32 {
    var made = Item()
    made.place = place
    made.untouched = untouched
    let item = makeItem()
    link(item, made, before: next, &root)
    return item
  }

  private mutating func makeItem() -> Int32 {
    if let item = free.popLast() { return item }
    items.append(Item())
    return Int32(items.count - 1)
  }

  private mutating func link(
    _ item: Int32, _ made: consuming Item, before next: Int32, _ root: inout Root
  ) {
    seed = seed &* 1_664_525 &+ 1_013_904_223
    made.priority = seed
    let weight = made.weight
    if root.item < 0 {
      root.item = item
    } else if next >= 0, items[Int(next)].left < 0 {
      made.up = next
      items[Int(next)].left = item
    } else {
      var above = next < 0 ? root.item : items[Int(next)].left
      while items[Int(above)].right >= 0 { above = items[Int(above)].right }
      made.up = above
      items[Int(above)].right = item
    }
    items[Int(item)] = made
    addUp(item, weight)
    while case let above = items[Int(item)].up, above >= 0,
      items[Int(above)].priority < items[Int(item)].priority
    {
      raise(item, &root)
    }
  }

  /// Rotates an item above its parent.
  private mutating func raise(_ item: Int32, _ root: inout Root) {
    let above = items[Int(item)].up
    let top = items[Int(above)].up
    let isLeft = items[Int(above)].left == item
    let inner = isLeft ? items[Int(item)].right : items[Int(item)].left
    if isLeft {
      items[Int(above)].left = inner
      items[Int(item)].right = above
    } else {
      items[Int(above)].right = inner
      items[Int(item)].left = above
    }
    if inner >= 0 { items[Int(inner)].up = above }
    items[Int(above)].up = item
    items[Int(item)].up = top
    if top < 0 {
      root.item = item
    } else if items[Int(top)].left == above {
      items[Int(top)].left = item
    } else {
      items[Int(top)].right = item
    }
    let whole = items[Int(above)].sum
    items[Int(above)].sum =
      items[Int(above)].weight + sum(items[Int(above)].left) + sum(items[Int(above)].right)
    items[Int(item)].sum = whole
  }
}
