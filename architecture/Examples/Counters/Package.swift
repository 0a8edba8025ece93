// swift-tools-version: 6.2
import PackageDescription

/// A terminal program in pure Swift: an async `main` on the main actor, a counter with a timer, and a note
/// that the counter presents as a sheet.
///
/// `check` runs its tests, and the program with the lines of `script.txt`.
let package = Package(
  name: "Counters",
  traits: [
    .default(enabledTraits: ["Tests"]),
    .trait(name: "Tests", description: "What the tests need. Off in the program's build."),
  ],
  dependencies: [
    .package(
      name: "Kumiki", path: "../../..",
      traits: [.trait(name: "Testing", condition: .when(traits: ["Tests"]))])
  ],
  targets: [
    .executableTarget(
      name: "Counters", dependencies: [.product(name: "Kumiki", package: "Kumiki")]),
    .testTarget(
      name: "CountersTests",
      dependencies: [
        "Counters",
        .product(name: "Kumiki", package: "Kumiki"),
        .product(name: "KumikiTesting", package: "Kumiki"),
      ]),
  ]
)
