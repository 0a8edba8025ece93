// swift-tools-version: 6.2
import PackageDescription

/// `@CasePathable`, and case paths.
let package = Package(
  name: "swift-case-paths",
  products: [
    .library(name: "CasePaths", targets: ["CasePaths"])
  ],
  dependencies: [
    .package(name: "Kumiki", path: "../../..", traits: ["Macros"])
  ],
  targets: [
    .target(
      name: "CasePaths",
      dependencies: [
        .product(name: "KumikiArchitecture", package: "Kumiki")
      ])
  ]
)
