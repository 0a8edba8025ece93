// The types of names.shape, written by kumiki generate: change that file, and not this one.

/// A note with */ and /* and """ and a \ at its end: "Std"
public struct Std: Codable, Equatable, Sendable {
  public var a: Int

  public init(a: Int) {
    self.a = a
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    a = try values.decode(Int.self, forKey: .a)
  }

  private enum CodingKeys: String, CodingKey {
    case a
  }
}

/// Kumiki.
public struct Kumiki: Codable, Equatable, Sendable {
  public var a: Int

  public init(a: Int) {
    self.a = a
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    a = try values.decode(Int.self, forKey: .a)
  }

  private enum CodingKeys: String, CodingKey {
    case a
  }
}

/// CaseName.
public struct CaseName: Codable, Equatable, Sendable {
  public var case_name: String

  public init(case_name: String) {
    self.case_name = case_name
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    case_name = try values.decode(String.self, forKey: .case_name)
  }

  private enum CodingKeys: String, CodingKey {
    case case_name
  }
}

/// Errno.
public enum Errno: Codable, Equatable, Sendable {
  case std(n: Int)
  case kumiki
  case unix(String)
}

/// State.
public struct State: Codable, Equatable, Sendable {
  public var errno: Int
  public var unix: Bool
  /// a */ note of """ \x "own"
  public var linux: String?
  public var aB: AB?
  public var assert: Int
  /// hides nothing that the defaults after it need
  public var field: String?
  public var list: [String]
  public var std: Std?
  public var kumiki: Kumiki?
  public var caseName: CaseName
  public var kind: Errno
  public var what: String
  public var control: String
  /// a default with a NUL in it
  public var nul: String
  public var none: None?
  public var any: AnyJSON
  public var least: Int
  public var most: [Int]
  public var tree: Tree

  public init(
    errno: Int = 0,
    unix: Bool = false,
    linux: String? = nil,
    aB: AB? = nil,
    assert: Int = 1,
    field: String? = nil,
    list: [String] = ["a"],
    std: Std? = nil,
    kumiki: Kumiki? = nil,
    caseName: CaseName = CaseName(case_name: "own"),
    kind: Errno = .std(n: 1),
    what: String = "what??/n",
    control: String = "\u{0001}\\u0001",
    nul: String = "a\u{0000}b",
    none: None? = nil,
    any: AnyJSON = .array([.text("x)json"), .text("??!")]),
    least: Int = -9223372036854775808,
    most: [Int] = [9223372036854775807, -9223372036854775808],
    tree: Tree = Tree(value: 2, children: [])
  ) {
    self.errno = errno
    self.unix = unix
    self.linux = linux
    self.aB = aB
    self.assert = assert
    self.field = field
    self.list = list
    self.std = std
    self.kumiki = kumiki
    self.caseName = caseName
    self.kind = kind
    self.what = what
    self.control = control
    self.nul = nul
    self.none = none
    self.any = any
    self.least = least
    self.most = most
    self.tree = tree
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    errno = try values.decodeIfPresent(Int.self, forKey: .errno) ?? 0
    unix = try values.decodeIfPresent(Bool.self, forKey: .unix) ?? false
    linux = try values.decodeIfPresent(String.self, forKey: .linux)
    aB = try values.decodeIfPresent(AB.self, forKey: .aB)
    assert = try values.decodeIfPresent(Int.self, forKey: .assert) ?? 1
    field = try values.decodeIfPresent(String.self, forKey: .field)
    list = try values.decodeIfPresent([String].self, forKey: .list) ?? ["a"]
    std = try values.decodeIfPresent(Std.self, forKey: .std)
    kumiki = try values.decodeIfPresent(Kumiki.self, forKey: .kumiki)
    caseName =
      try values.decodeIfPresent(CaseName.self, forKey: .caseName) ?? CaseName(case_name: "own")
    kind = try values.decodeIfPresent(Errno.self, forKey: .kind) ?? .std(n: 1)
    what = try values.decodeIfPresent(String.self, forKey: .what) ?? "what??/n"
    control = try values.decodeIfPresent(String.self, forKey: .control) ?? "\u{0001}\\u0001"
    nul = try values.decodeIfPresent(String.self, forKey: .nul) ?? "a\u{0000}b"
    none = try values.decodeIfPresent(None.self, forKey: .none)
    any =
      try values.decodeIfPresent(AnyJSON.self, forKey: .any)
      ?? .array([.text("x)json"), .text("??!")])
    least = try values.decodeIfPresent(Int.self, forKey: .least) ?? -9223372036854775808
    most =
      try values.decodeIfPresent([Int].self, forKey: .most)
      ?? [9223372036854775807, -9223372036854775808]
    tree = try values.decodeIfPresent(Tree.self, forKey: .tree) ?? Tree(value: 2, children: [])
  }

  private enum CodingKeys: String, CodingKey {
    case errno
    case unix
    case linux
    case aB = "a*/b"
    case assert
    case field
    case list
    case std
    case kumiki
    case caseName
    case kind
    case what
    case control
    case nul
    case none
    case any
    case least
    case most
    case tree
  }
}

/// State.a*/b.
public struct AB: Codable, Equatable, Sendable {
  public var c: Int
  public var d: ABD?

  public init(c: Int, d: ABD? = nil) {
    self.c = c
    self.d = d
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    c = try values.decode(Int.self, forKey: .c)
    d = try values.decodeIfPresent(ABD.self, forKey: .d)
  }

  private enum CodingKeys: String, CodingKey {
    case c
    case d
  }
}

/// State.a*/b.d.
public enum ABD: Codable, Equatable, Sendable {
  case e(String)
}

/// State.none.
public struct None: Codable, Equatable, Sendable {
  public var `true`: Int
  public var `false`: String?

  public init(`true`: Int = 1, `false`: String? = nil) {
    self.true = `true`
    self.false = `false`
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    `true` = try values.decodeIfPresent(Int.self, forKey: .true) ?? 1
    `false` = try values.decodeIfPresent(String.self, forKey: .false)
  }

  private enum CodingKeys: String, CodingKey {
    case `true`
    case `false`
  }
}

/// State.tree.
public struct Tree: Codable, Equatable, Sendable {
  public var value: Int
  public var note: String?
  public var children: [String]
  public var any: AnyJSON
  public var last: TreeLast?

  public init(
    value: Int = 0,
    note: String? = nil,
    children: [String] = [],
    any: AnyJSON = .null,
    last: TreeLast? = nil
  ) {
    self.value = value
    self.note = note
    self.children = children
    self.any = any
    self.last = last
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    value = try values.decodeIfPresent(Int.self, forKey: .value) ?? 0
    note = try values.decodeIfPresent(String.self, forKey: .note)
    children = try values.decodeIfPresent([String].self, forKey: .children) ?? []
    any = try values.decodeIfPresent(AnyJSON.self, forKey: .any) ?? .null
    last = try values.decodeIfPresent(TreeLast.self, forKey: .last)
  }

  private enum CodingKeys: String, CodingKey {
    case value
    case note
    case children
    case any
    case last
  }
}

/// State.tree.last.
public enum TreeLast: Codable, Equatable, Sendable {
  case x
  case y(Int)
}

/// Action.
public enum Action: Codable, Equatable, Sendable {
  case errno(String)
  case std(case_name: String)
  case kumiki(value: Int)
  case case_name(value: Int?, case_name: String, field: String)
  case value(value: Int, errno: Int)
  case linux(errno: Int, unix: String)
  case json_pack(jsonObject: String)
  case rows(ActionRows)
}

/// Action.rows.
public enum ActionRows: Codable, Equatable, Sendable {
  case element(id: String, action: ActionRowsElement)
}

/// Action.rows.element.
public enum ActionRowsElement: Codable, Equatable, Sendable {
  case rename(id: String, action: String)
  case inner(inner1: Int, made: String)
  case both(id: String, row_id: Int)
  case rows(ActionRowsElementRows)
}

/// Action.rows.element.rows.
public enum ActionRowsElementRows: Codable, Equatable, Sendable {
  case element(id: Int, action: ActionRowsElementRowsElement)
}

/// Action.rows.element.rows.element.
public enum ActionRowsElementRowsElement: Codable, Equatable, Sendable {
  case go(id: String, id2: String)
  case stop
}

/// The shape, in the words of `kmk_shape`, and its hash, for `kmk_expect_shape`.
public enum NamesShape {
  public static let hash = "d0d144e2b2786312"
  public static let text = """
    Std = {a: integer}; \
    Kumiki = {a: integer}; \
    CaseName = {case_name: text}; \
    Errno = (std: {n: integer} | kumiki | unix: text); \
    {errno: integer = 0, unix: boolean = false, linux: text?, a*/b: {c: integer, \
    d: (e: text)?}?, assert: integer = 1, field: text?, list: [text] = ['a'], std: Std?, \
    kumiki: Kumiki?, caseName: CaseName = {'case_name': 'own'}, \
    kind: Errno = {'std': {'n': 1}}, what: text = 'what??/n', \
    control: text = "\\u0001\\\\u0001", nul: text = "a\\u0000b", none: {true: integer = 1, \
    false: text?}?, any: any = ['x)json', '??!'], least: integer = -9223372036854775808, \
    most: [integer] = [9223372036854775807, -9223372036854775808], tree: {value: integer = 0, \
    note: text?, children: [text] = [], any: any, last: (x | y: integer)?} = {'value': 2, \
    'children': []}}
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
