// swift-tools-version: 6.2
import PackageDescription

/// A feature with macros as a library for C programs, without Foundation: a kiln and its firings.
///
/// `check` builds it and runs the C programs in Tests/ConsumerTests/kiln with it.
let package = Package(
  name: "Kiln",
  products: [.library(name: "kiln", type: .dynamic, targets: ["Kiln"])],
  traits: [
    .default(enabledTraits: ["Tests"]),
    .trait(
      name: "Tests",
      description: "All that Kumiki's tests have, whose build is used. Off in the release build."),
  ],
  dependencies: [
    .package(
      name: "Kumiki", path: "../../..",
      traits: [
        "Macros", .trait(name: "OpenCombine", condition: .when(traits: ["Tests"])),
        .trait(name: "Testing", condition: .when(traits: ["Tests"])),
      ])
  ],
  targets: [
    .target(
      name: "Kiln",
      dependencies: [
        .product(name: "KumikiMacros", package: "Kumiki"),
        .product(name: "KumikiJSON", package: "Kumiki"),
        .product(name: "KumikiC", package: "Kumiki"),
      ])
  ]
)
