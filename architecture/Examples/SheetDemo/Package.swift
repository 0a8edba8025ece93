// swift-tools-version: 6.2
import PackageDescription

/// SheetDemo as a library for C programs: a libkumiki that also contains this feature.
///
/// Build it with Kumiki's `scripts/build-library`, which includes the Swift runtime and exports
/// only the C functions; `check` shows how.
let package = Package(
  name: "SheetDemo",
  products: [
    .library(name: "sheetdemo", type: .dynamic, targets: ["SheetDemo"])
  ],
  traits: [
    .default(enabledTraits: ["Tests"]),
    .trait(
      name: "Tests", description: "What the tests need. Off in the library's build, as in Kumiki's."
    ),
  ],
  dependencies: [
    .package(
      name: "Kumiki", path: "../../..",
      traits: [.trait(name: "Testing", condition: .when(traits: ["Tests"]))])
  ],
  targets: [
    .target(
      name: "SheetDemo",
      dependencies: [
        .product(name: "Kumiki", package: "Kumiki"),
        .product(name: "KumikiC", package: "Kumiki"),
      ]),
    .testTarget(
      name: "SheetDemoTests",
      dependencies: [
        "SheetDemo",
        .product(name: "Kumiki", package: "Kumiki"),
        .product(name: "KumikiTesting", package: "Kumiki"),
      ]),
  ]
)
