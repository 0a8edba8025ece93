// swift-tools-version: 6.2
import PackageDescription

/// Features in the style of the Composable Architecture, with their tests: a feature's file imports
/// only KumikiArchitecture. `check` builds them and runs the tests.
///
/// Each independent example is a module; a larger example has several modules.
let architecture: Target.Dependency = .product(name: "KumikiArchitecture", package: "Kumiki")

/// A module of features.
func feature(_ name: String, in folder: String? = nil, uses modules: [String] = []) -> Target {
  .target(
    name: name, dependencies: [architecture] + modules.map { .target(name: $0) },
    path: "Sources/\(folder.map { "\($0)/" } ?? "")\(name)")
}

/// The tests of a module.
func tests(of name: String, with modules: [String] = []) -> Target {
  .testTarget(
    name: "\(name)Tests",
    dependencies: ([name] + modules).map { .target(name: $0) } + [
      architecture, .product(name: "KumikiTesting", package: "Kumiki"),
    ])
}

let package = Package(
  name: "CaseStudies",
  dependencies: [
    // All traits, like the tests of Kumiki itself: both are built in one folder.
    .package(name: "Kumiki", path: "../../..", traits: ["Macros", "OpenCombine", "Testing"])
  ],
  targets: [
    feature("CaseStudies"), tests(of: "CaseStudies"),
    feature("Search"), tests(of: "Search"),
    feature("Todos"), tests(of: "Todos"),
    feature("VoiceMemos"), tests(of: "VoiceMemos"),
    feature("SyncUps"), tests(of: "SyncUps"),
    feature("Authentication", in: "TicTacToe"),
    feature("TwoFactor", in: "TicTacToe", uses: ["Authentication"]),
    feature("LogIn", in: "TicTacToe", uses: ["Authentication", "TwoFactor"]),
    feature("Game", in: "TicTacToe"),
    feature("NewGame", in: "TicTacToe", uses: ["Game"]),
    feature("TicTacToe", in: "TicTacToe", uses: ["Authentication", "LogIn", "NewGame"]),
    tests(of: "TicTacToe", with: ["Authentication", "Game", "LogIn", "NewGame", "TwoFactor"]),
  ]
)
