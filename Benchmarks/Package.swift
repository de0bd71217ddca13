// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "benchmarks",
  products: [.executable(name: "fresnel-bench", targets: ["EngineBenchmark"])],
  dependencies: [.package(name: "fresnel", path: "..")],
  targets: [
    .executableTarget(
      name: "EngineBenchmark",
      dependencies: [
        .product(name: "FresnelEngine", package: "fresnel")
      ],
      swiftSettings: [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
      ])
  ],
  swiftLanguageModes: [.v6]
)
