// swift-tools-version: 6.2
import PackageDescription

/// A team's own libkumiki: features in Swift that the C programs beside this package use.
let package = Package(
  name: "Team",
  products: [.library(name: "team", type: .dynamic, targets: ["Team"])],
  // As SheetDemo's: a sanitized build shares its folder with packages that have tests.
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
