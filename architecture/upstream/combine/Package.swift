// swift-tools-version: 6.2
import PackageDescription

/// OpenCombine as one module, for files that import `Combine`. The module has another name, because
/// OpenCombine leaves out parts of itself if a module `Combine` exists. So a target must define the name:
///
///     swiftSettings: [.unsafeFlags(["-module-alias", "Combine=KumikiCombine"])]
let package = Package(
  name: "combine",
  products: [
    .library(name: "KumikiCombine", targets: ["KumikiCombine"])
  ],
  dependencies: [
    .package(name: "Kumiki", path: "../../..", traits: ["OpenCombine"]),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
  ],
  targets: [
    .target(
      name: "KumikiCombine",
      dependencies: [
        .product(name: "KumikiOpenCombine", package: "Kumiki"),
        .product(name: "OpenCombine", package: "OpenCombine"),
        .product(name: "OpenCombineDispatch", package: "OpenCombine"),
        .product(name: "OpenCombineFoundation", package: "OpenCombine"),
      ])
  ]
)
