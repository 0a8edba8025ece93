// swift-tools-version: 6.2
import PackageDescription

/// A team's own libkumiki: Swift features used by the C programs beside this package.
let package = Package(
  name: "Team",
  products: [.library(name: "team", type: .dynamic, targets: ["Team"])],
  // As in SheetDemo: a sanitized build shares its folder with packages that contain tests.
  traits: [
    .default(enabledTraits: ["Tests"]),
    .trait(name: "Tests", description: "What Kumiki's tests need. Off in the library's build."),
  ],
  dependencies: [
    .package(
      name: "Kumiki", path: "../../..",
      traits: [.trait(name: "Testing", condition: .when(traits: ["Tests"]))])
  ],
  targets: [
    .target(
      name: "Team",
      dependencies: [
        .product(name: "Kumiki", package: "Kumiki"),
        .product(name: "KumikiC", package: "Kumiki"),
      ])
  ]
)
