/// An element's neighbours in a list.
@usableFromInline
package struct Links<Element: AnyObject> {
  @usableFromInline var previous: Uncounted<Element>?
  @usableFromInline var next: Uncounted<Element>?

  @inlinable package init() {}

  @inlinable
  init(previous: Uncounted<Element>?, next: Uncounted<Element>?) {
    self.previous = previous
    self.next = next
  }
}

/// The property of an element that holds its neighbours. An element may be in several lists.
@usableFromInline
package protocol LinkPlace<Element> {
  associatedtype Element: AnyObject
  static subscript(_ element: Element) -> Links<Element> { get set }
}

/// A list that is threaded through its elements, in the order of their arrival.
///
/// Adding and removing are O(1) and neither allocate nor retain. Code that adds an element keeps it alive while it is
/// in the list.
@usableFromInline
package struct LinkedList<Place: LinkPlace> {
  @usableFromInline package typealias Element = Place.Element

  @usableFromInline var head: Uncounted<Element>?
  @usableFromInline var last: Uncounted<Element>?

  @inlinable
  package init() {}

  @inlinable
  package var isEmpty: Bool { head == nil }

  /// The element that was added first.
  @inlinable
  package var first: Element? { head?.object }

  @inlinable
  package mutating func append(_ element: Element) {
    let here = Uncounted(element)
    Place[element] = Links(previous: last, next: nil)
    if let last {
      last.with { Place[$0].next = here }
    } else {
      head = here
    }
    last = here
  }

  /// Removes an element that is in this list.
  @inlinable
  package mutating func remove(_ element: Element) {
    let links = Place[element]
    if let previous = links.previous {
      previous.with { Place[$0].next = links.next }
    } else {
      head = links.next
    }
    if let next = links.next {
      next.with { Place[$0].previous = links.previous }
    } else {
      last = links.previous
    }
    Place[element] = Links()
  }

  /// Calls `body` with each element, from the first to the last.
  @inlinable
  package func forEach(_ body: (Uncounted<Element>) -> Void) {
    var next = head
    while let here = next {
      body(here)
      next = here.with { Place[$0].next }
    }
  }

  /// The elements, from the first to the last. They are retained, so the list may change while the caller uses them.
  @inlinable
  package var all: [Element] {
    var elements: [Element] = []
    forEach { elements.append($0.object) }
    return elements
  }
}
