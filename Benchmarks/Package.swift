// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "benchmarks",
  products: [.executable(name: "fresnel-bench", targets: ["EngineBenchmark"])],
  dependencies: [.package(name: "fresnel", path: "..")],
  targets: [
    // Counts allocations and empties the page cache; no part of any product.
    .target(name: "CMeasurement"),
    .executableTarget(
      name: "EngineBenchmark",
      dependencies: [
        "CMeasurement",
        .product(name: "FresnelEngine", package: "fresnel"),
        .product(name: "WebMarkup", package: "fresnel"),
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
