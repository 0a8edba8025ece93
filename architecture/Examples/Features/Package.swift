// swift-tools-version: 6.2
import PackageDescription

/// The features of the examples 03 to 07 in one library for C programs, each in a target of its own.
///
/// `check` builds it and runs the C programs with it.
let package = Package(
  name: "Features",
  products: [
    .library(
      name: "features", type: .dynamic,
      targets: ["LoadList", "Recursion", "Onboarding", "Screens", "Meetings"])
  ],
  dependencies: [
    .package(name: "Kumiki", path: "../../..", traits: [])
  ],
  targets: ["LoadList", "Recursion", "Onboarding", "Screens", "Meetings"].map { name in
    .target(
      name: name,
      dependencies: [
        .product(name: "Kumiki", package: "Kumiki"),
        .product(name: "KumikiC", package: "Kumiki"),
      ])
  }
)
