// swift-tools-version: 6.2
import PackageDescription

/// SheetDemo as a library for C programs: a libkumiki with one more feature in it.
///
/// Build it with Kumiki's `scripts/build-library`, which puts the Swift runtime inside and exports
/// the C functions alone; `check` shows how.
let package = Package(
  name: "SheetDemo",
  products: [
    .library(name: "sheetdemo", type: .dynamic, targets: ["SheetDemo"])
  ],
  dependencies: [
    .package(name: "Kumiki", path: "../..")
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
