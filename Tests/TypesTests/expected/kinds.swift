// The types of kinds.shape, written by kumiki generate: change that file, and not this one.

/// A row with an id.
public struct Row: Codable, Equatable, Sendable, Identifiable {
  public var id: UInt
  public var name: String
  public var note: String?
  public var weight: Double
  public var tags: [String]

  public init(
    id: UInt,
    name: String,
    note: String? = nil,
    weight: Double = 0.5,
    tags: [String] = []
  ) {
    self.id = id
    self.name = name
    self.note = note
    self.weight = weight
    self.tags = tags
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    id = try values.decode(UInt.self, forKey: .id)
    name = try values.decode(String.self, forKey: .name)
    note = try values.decodeIfPresent(String.self, forKey: .note)
    weight = try values.decodeIfPresent(Double.self, forKey: .weight) ?? 0.5
    tags = try values.decodeIfPresent([String].self, forKey: .tags) ?? []
  }

  private enum CodingKeys: String, CodingKey {
    case id
    case name
    case note
    case weight
    case tags
  }
}

/// Tree.
public struct Tree: Codable, Equatable, Sendable {
  public var label: String
  public var branches: [Tree]

  public init(label: String, branches: [Tree] = []) {
    self.label = label
    self.branches = branches
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    label = try values.decode(String.self, forKey: .label)
    branches = try values.decodeIfPresent([Tree].self, forKey: .branches) ?? []
  }

  private enum CodingKeys: String, CodingKey {
    case label
    case branches
  }
}

/// Level.
public enum Level: String, Codable, CaseIterable, Sendable {
  case low
  case middle
  case high
}

/// What a child of the feature is told.
public enum ChildAction: Codable, Equatable, Sendable {
  case reset
  case rename(String)
  case move(from: Int, to: Int?)
}

/// State.
public struct State: Codable, Equatable, Sendable {
  public var rows: [Row]
  /// any names
  public var byName: [String: Row]
  public var count: Int
  public var limit: UInt?
  public var ratio: Double?
  public var isOn: Bool
  public var mayBe: Bool?
  public var level: Level
  public var chosen: Level?
  public var anything: AnyJSON
  public var aBC: String
  public var only: Only
  public var tree: Tree
  public var ids: [UInt]
  public var points: [PointsItem]
  public var phase: Phase
  public var sheet: Sheet?

  public init(
    rows: [Row] = [],
    byName: [String: Row] = [:],
    count: Int = 3,
    limit: UInt? = nil,
    ratio: Double? = nil,
    isOn: Bool = true,
    mayBe: Bool? = nil,
    level: Level = .low,
    chosen: Level? = nil,
    anything: AnyJSON = .null,
    aBC: String = "it's",
    only: Only = Only(class: "", isNew: false),
    tree: Tree = Tree(label: "root", branches: [Tree(label: "left", branches: [])]),
    ids: [UInt] = [1, 2],
    points: [PointsItem] = [PointsItem(x: 1, y: 2.5)],
    phase: Phase = .idle,
    sheet: Sheet? = nil
  ) {
    self.rows = rows
    self.byName = byName
    self.count = count
    self.limit = limit
    self.ratio = ratio
    self.isOn = isOn
    self.mayBe = mayBe
    self.level = level
    self.chosen = chosen
    self.anything = anything
    self.aBC = aBC
    self.only = only
    self.tree = tree
    self.ids = ids
    self.points = points
    self.phase = phase
    self.sheet = sheet
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    rows = try values.decodeIfPresent([Row].self, forKey: .rows) ?? []
    byName = try values.decodeIfPresent([String: Row].self, forKey: .byName) ?? [:]
    count = try values.decodeIfPresent(Int.self, forKey: .count) ?? 3
    limit = try values.decodeIfPresent(UInt.self, forKey: .limit)
    ratio = try values.decodeIfPresent(Double.self, forKey: .ratio)
    isOn = try values.decodeIfPresent(Bool.self, forKey: .isOn) ?? true
    mayBe = try values.decodeIfPresent(Bool.self, forKey: .mayBe)
    level = try values.decodeIfPresent(Level.self, forKey: .level) ?? .low
    chosen = try values.decodeIfPresent(Level.self, forKey: .chosen)
    anything = try values.decodeIfPresent(AnyJSON.self, forKey: .anything) ?? .null
    aBC = try values.decodeIfPresent(String.self, forKey: .aBC) ?? "it's"
    only = try values.decodeIfPresent(Only.self, forKey: .only) ?? Only(class: "", isNew: false)
    tree =
      try values.decodeIfPresent(Tree.self, forKey: .tree)
      ?? Tree(label: "root", branches: [Tree(label: "left", branches: [])])
    ids = try values.decodeIfPresent([UInt].self, forKey: .ids) ?? [1, 2]
    points =
      try values.decodeIfPresent([PointsItem].self, forKey: .points) ?? [PointsItem(x: 1, y: 2.5)]
    phase = try values.decodeIfPresent(Phase.self, forKey: .phase) ?? .idle
    sheet = try values.decodeIfPresent(Sheet.self, forKey: .sheet)
  }

  private enum CodingKeys: String, CodingKey {
    case rows
    case byName
    case count
    case limit
    case ratio
    case isOn
    case mayBe
    case level
    case chosen
    case anything
    case aBC = "a/b ~c"
    case only
    case tree
    case ids
    case points
    case phase
    case sheet
  }
}

/// State.only.
public struct Only: Codable, Equatable, Sendable {
  public var `class`: String
  public var isNew: Bool

  public init(`class`: String = "", isNew: Bool = false) {
    self.class = `class`
    self.isNew = isNew
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    `class` = try values.decodeIfPresent(String.self, forKey: .class) ?? ""
    isNew = try values.decodeIfPresent(Bool.self, forKey: .isNew) ?? false
  }

  private enum CodingKeys: String, CodingKey {
    case `class`
    case isNew = "is-new"
  }
}

/// State.points.item.
public struct PointsItem: Codable, Equatable, Sendable {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    x = try values.decode(Double.self, forKey: .x)
    y = try values.decode(Double.self, forKey: .y)
  }

  private enum CodingKeys: String, CodingKey {
    case x
    case y
  }
}

/// State.phase.
public enum Phase: Codable, Equatable, Sendable {
  case idle
  case failed(String)
  case loading(done: UInt, total: UInt?)
  case retry(UInt?)
}

/// State.sheet.
public enum Sheet: Codable, Equatable, Sendable {
  case row(Row)
  case alert(title: String, level: Level)
  case nested(SheetNested)
}

/// State.sheet.nested.
public enum SheetNested: Codable, Equatable, Sendable {
  case one
  case two(Int)
}

/// Action.
public enum Action: Codable, Equatable, Sendable {
  case increment
  case setCount(Int)
  case setLimit(UInt?)
  case setLevel(Level)
  case found([Row])
  case put(AnyJSON)
  case kinds(Int)
  case child(ChildAction)
  case rows(ActionRows)
  case sheet(ActionSheet)
  case resize(width: Double, height: Double, label: String?)
}

/// Action.rows.
public enum ActionRows: Codable, Equatable, Sendable {
  case element(id: UInt, action: ActionRowsElement)
}

/// Action.rows.element.
public enum ActionRowsElement: Codable, Equatable, Sendable {
  case toggle
  case rename(String)
}

/// Action.sheet.
public enum ActionSheet: Codable, Equatable, Sendable {
  case presented(ActionSheetPresented)
  case dismiss
}

/// Action.sheet.presented.
public enum ActionSheetPresented: Codable, Equatable, Sendable {
  case row(ChildAction)
  case alert(ActionSheetPresentedAlert)
}

/// Action.sheet.presented.alert.
public enum ActionSheetPresentedAlert: String, Codable, CaseIterable, Sendable {
  case delete
  case cancel
}

/// The shape, in the words of `kmk_shape`, and its hash, for `kmk_expect_shape`.
public enum KindsShape {
  public static let hash = "de44aa8bef68e5df"
  public static let text = """
    Row = {id: unsigned, name: text, note: text?, weight: number = 0.5, tags: [text] = []}; \
    Tree = {label: text, branches: [Tree] = []}; \
    Level = (low | middle | high); \
    Ids = [unsigned]; \
    {rows: [Row] = [], byName: [text: Row] = {}, count: integer = 3, limit: unsigned?, \
    ratio: number?, isOn: boolean = true, mayBe: boolean?, level: Level = 'low', \
    chosen: Level?, anything: any, "a/b ~c": text = "it's", only: only {class: text = '', \
    is-new: boolean = false} = {'class': '', 'is-new': false}, tree: Tree = {'label': 'root', \
    'branches': [{'label': 'left', 'branches': []}]}, ids: Ids = [1, 2], points: [{x: number, \
    y: number}] = [{'x': 1, 'y': 2.5}], phase: (idle | failed: text | \
    loading: {done: unsigned, total: unsigned?} | retry: unsigned?) = 'idle', \
    sheet: (row: Row | alert: {title: text, level: Level} | nested: (one | \
    two: integer))? = null}
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
