// The types of optional.shape, written by kumiki generate: change that file, and not this one.

/// Filter.
public struct Filter: Codable, Equatable, Sendable {
  public var query: String
  public var least: Int

  public init(query: String = "", least: Int = 3) {
    self.query = query
    self.least = least
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    query = try values.decodeIfPresent(String.self, forKey: .query) ?? ""
    least = try values.decodeIfPresent(Int.self, forKey: .least) ?? 3
  }

  private enum CodingKeys: String, CodingKey {
    case query
    case least
  }
}

/// String.
public struct String_: Codable, Equatable, Sendable {
  public var init_: Int
  public var self_: String

  public init(init_: Int, self_: String = "") {
    self.init_ = init_
    self.self_ = self_
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    init_ = try values.decode(Int.self, forKey: .init_)
    self_ = try values.decodeIfPresent(String.self, forKey: .self_) ?? ""
  }

  private enum CodingKeys: String, CodingKey {
    case init_ = "init"
    case self_ = "self"
  }
}

/// Decoder.
public enum Decoder_: Codable, Equatable, Sendable {
  case init_
  case self_(Int)
  case none

  private enum CodingKeys: String, CodingKey {
    case init_ = "init"
    case self_ = "self"
    case none
  }
}

/// Tree.
public struct Tree: Codable, Equatable, Sendable {
  public var label: String
  public var branches: [Tree]?

  public init(label: String, branches: [Tree]? = nil) {
    self.label = label
    self.branches = branches
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    label = try values.decode(String.self, forKey: .label)
    branches = try values.decodeIfPresent([Tree].self, forKey: .branches)
  }

  private enum CodingKeys: String, CodingKey {
    case label
    case branches
  }
}

/// State.
public struct State: Codable, Equatable, Sendable {
  /// null fits by the name alone
  public var note: String?
  public var nothing: Nothing
  public var empty: Empty?
  public var words: [String]?
  public var text: String?
  public var filter: Filter?
  public var mode: Mode?
  public var modes: [ModesItem?]
  public var sheet: Sheet?
  public var inner: Inner?
  public var hull: Hull
  public var weights: [String: Double?]?
  public var numbers: [Double?]
  public var large: Double
  public var unseen: String
  public var init_: Int
  public var self_: String
  public var values: Int
  public var decoder: Decoder_
  public var string: String_
  /// one of each kind that may be null
  public var count: Int?
  public var ratio: Double?
  public var flag: Bool?
  public var tree: Tree?
  public var list: [Tree]?
  public var twice: String?
  public var anything: AnyJSON
  public var some: [String: String]?

  public init(
    note: String? = nil,
    nothing: Nothing = Nothing(),
    empty: Empty? = Empty(),
    words: [String]? = [],
    text: String? = "x",
    filter: Filter? = Filter(query: "", least: 3),
    mode: Mode? = Mode.none,
    modes: [ModesItem?] = [ModesItem.none, nil],
    sheet: Sheet? = Sheet.none("n"),
    inner: Inner? = Inner(a: 1),
    hull: Hull = .open(nil),
    weights: [String: Double?]? = ["k": 1],
    numbers: [Double?] = [1],
    large: Double = 9.223372036854776e+18,
    unseen: String = "del\u{007f}, turned \u{202e}",
    init_: Int = 1,
    self_: String = "own",
    values: Int = 0,
    decoder: Decoder_ = .init_,
    string: String_ = String_(init_: 2, self_: ""),
    count: Int? = nil,
    ratio: Double? = nil,
    flag: Bool? = nil,
    tree: Tree? = nil,
    list: [Tree]? = nil,
    twice: String? = nil,
    anything: AnyJSON = .null,
    some: [String: String]? = nil
  ) {
    self.note = note
    self.nothing = nothing
    self.empty = empty
    self.words = words
    self.text = text
    self.filter = filter
    self.mode = mode
    self.modes = modes
    self.sheet = sheet
    self.inner = inner
    self.hull = hull
    self.weights = weights
    self.numbers = numbers
    self.large = large
    self.unseen = unseen
    self.init_ = init_
    self.self_ = self_
    self.values = values
    self.decoder = decoder
    self.string = string
    self.count = count
    self.ratio = ratio
    self.flag = flag
    self.tree = tree
    self.list = list
    self.twice = twice
    self.anything = anything
    self.some = some
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    note = try values.decodeIfPresent(String.self, forKey: .note)
    nothing = try values.decodeIfPresent(Nothing.self, forKey: .nothing) ?? Nothing()
    empty =
      try values.contains(.empty) ? values.decodeIfPresent(Empty.self, forKey: .empty) : Empty()
    words = try values.contains(.words) ? values.decodeIfPresent([String].self, forKey: .words) : []
    text = try values.contains(.text) ? values.decodeIfPresent(String.self, forKey: .text) : "x"
    filter =
      try values.contains(.filter)
      ? values.decodeIfPresent(Filter.self, forKey: .filter)
      : Filter(query: "", least: 3)
    mode = try values.contains(.mode) ? values.decodeIfPresent(Mode.self, forKey: .mode) : Mode.none
    modes = try values.decodeIfPresent([ModesItem?].self, forKey: .modes) ?? [ModesItem.none, nil]
    sheet =
      try values.contains(.sheet)
      ? values.decodeIfPresent(Sheet.self, forKey: .sheet)
      : Sheet.none("n")
    inner =
      try values.contains(.inner) ? values.decodeIfPresent(Inner.self, forKey: .inner) : Inner(a: 1)
    hull = try values.decodeIfPresent(Hull.self, forKey: .hull) ?? .open(nil)
    weights =
      try values.contains(.weights)
      ? values.decodeIfPresent([String: Double?].self, forKey: .weights)
      : ["k": 1]
    numbers = try values.decodeIfPresent([Double?].self, forKey: .numbers) ?? [1]
    large = try values.decodeIfPresent(Double.self, forKey: .large) ?? 9.223372036854776e+18
    unseen =
      try values.decodeIfPresent(String.self, forKey: .unseen) ?? "del\u{007f}, turned \u{202e}"
    init_ = try values.decodeIfPresent(Int.self, forKey: .init_) ?? 1
    self_ = try values.decodeIfPresent(String.self, forKey: .self_) ?? "own"
    self.values = try values.decodeIfPresent(Int.self, forKey: .values) ?? 0
    self.decoder = try values.decodeIfPresent(Decoder_.self, forKey: .decoder) ?? .init_
    string =
      try values.decodeIfPresent(String_.self, forKey: .string) ?? String_(init_: 2, self_: "")
    count = try values.decodeIfPresent(Int.self, forKey: .count)
    ratio = try values.decodeIfPresent(Double.self, forKey: .ratio)
    flag = try values.decodeIfPresent(Bool.self, forKey: .flag)
    tree = try values.decodeIfPresent(Tree.self, forKey: .tree)
    list = try values.decodeIfPresent([Tree].self, forKey: .list)
    twice = try values.decodeIfPresent(String.self, forKey: .twice)
    anything = try values.decodeIfPresent(AnyJSON.self, forKey: .anything) ?? .null
    some = try values.decodeIfPresent([String: String].self, forKey: .some)
  }

  private enum CodingKeys: String, CodingKey {
    case note
    case nothing
    case empty
    case words
    case text
    case filter
    case mode
    case modes
    case sheet
    case inner
    case hull
    case weights
    case numbers
    case large
    case unseen
    case init_ = "init"
    case self_ = "self"
    case values
    case decoder
    case string
    case count
    case ratio
    case flag
    case tree
    case list
    case twice
    case anything
    case some
  }
}

/// State.nothing.
public struct Nothing: Codable, Equatable, Sendable {

  public init() {
  }
}

/// State.empty.
public struct Empty: Codable, Equatable, Sendable {

  public init() {
  }
}

/// State.mode.
public enum Mode: String, Codable, CaseIterable, Sendable {
  case dark
  case none
}

/// State.modes.item.
public enum ModesItem: String, Codable, CaseIterable, Sendable {
  case dark
  case none
}

/// State.sheet.
public enum Sheet: Codable, Equatable, Sendable {
  case edit(Filter)
  case some
  case none(String)
}

/// State.inner.
public struct Inner: Codable, Equatable, Sendable {
  public var a: Int
  public var b: String?

  public init(a: Int = 1, b: String? = nil) {
    self.a = a
    self.b = b
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    a = try values.decodeIfPresent(Int.self, forKey: .a) ?? 1
    b = try values.decodeIfPresent(String.self, forKey: .b)
  }

  private enum CodingKeys: String, CodingKey {
    case a
    case b
  }
}

/// State.hull.
public enum Hull: Codable, Equatable, Sendable {
  case open(HullOpen?)
  case closed
}

/// State.hull.open.
public struct HullOpen: Codable, Equatable, Sendable {
  public var x: Int

  public init(x: Int) {
    self.x = x
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    x = try values.decode(Int.self, forKey: .x)
  }

  private enum CodingKeys: String, CodingKey {
    case x
  }
}

/// Action.
public enum Action: Codable, Equatable, Sendable {
  case open(ActionOpen?)
  case close
  case maybe(String?)
  case search(String)
  case number(Double)
  case point(x: Double, label: String)
  case tags([String: String])
  case some([String: String]?)
  case any(AnyJSON)
  case pick(Filter?)
  case noted(String?)
  case rows(ActionRows)
}

/// Action.open.
public struct ActionOpen: Codable, Equatable, Sendable, Identifiable {
  public var id: String

  public init(id: String) {
    self.id = id
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    id = try values.decode(String.self, forKey: .id)
  }

  private enum CodingKeys: String, CodingKey {
    case id
  }
}

/// Action.rows.
public enum ActionRows: Codable, Equatable, Sendable {
  case element(id: String, action: ActionRowsElement)
}

/// Action.rows.element.
public enum ActionRowsElement: Codable, Equatable, Sendable {
  case rename(String)
  case describe(summary: String, description: String)
}

/// The shape, in the words of `kmk_shape`, and its hash, for `kmk_expect_shape`.
public enum OptionalShape {
  public static let hash = "0f6df6171a11f921"
  public static let text = """
    Note = text?; \
    Filter = {query: text = '', least: integer = 3}; \
    String = {init: integer, self: text = ''}; \
    Decoder = (init | self: integer | none); \
    Tree = {label: text, branches: [Tree]?}; \
    {note: Note, nothing: only {} = {}, empty: {}? = {}, words: [text]? = [], \
    text: text? = 'x', filter: Filter? = {'query': '', 'least': 3}, mode: (dark | \
    none)? = 'none', modes: [(dark | none)?] = ['none', null], sheet: (edit: Filter | some | \
    none: text)? = {'none': 'n'}, inner: {a: integer = 1, b: text?}? = {'a': 1}, \
    hull: (open: {x: integer}? | closed) = 'open', weights: [text: number?]? = {'k': 1}, \
    numbers: [number?] = [1], large: number = 9223372036854775807, \
    unseen: text = 'del\u{007f}, turned \u{202e}', init: integer = 1, self: text = 'own', \
    values: integer = 0, decoder: Decoder = 'init', string: String = {'init': 2, 'self': ''}, \
    count: integer?, ratio: number?, flag: boolean?, tree: Tree?, list: [Tree]?, \
    twice: Note?, anything: any, some: [text: text]?}
    """
}

/// Any JSON.
public enum AnyJSON: Codable, Equatable, Sendable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case text(String)
  case array([AnyJSON])
  case object([String: AnyJSON])

  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let found = try? value.decode(Bool.self) {
      self = .bool(found)
    } else if let found = try? value.decode(Int.self) {
      self = .integer(found)
    } else if let found = try? value.decode(Double.self) {
      self = .number(found)
    } else if let found = try? value.decode(String.self) {
      self = .text(found)
    } else if let found = try? value.decode([AnyJSON].self) {
      self = .array(found)
    } else {
      self = .object(try value.decode([String: AnyJSON].self))
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }
}
