@testable import FresnelApps
import FresnelPlatform
@testable import SpotlightService

extension GrowthCase {
  /// What the service and its apps keep of themselves: settings, the record of apps, the metadata log.
  static var records: [GrowthCase] {
    [
      text(
        "settings: apps",
        list("{\"version\":1,\"apps\":{", "}}", separator: ",") {
          "\"a.b\($0)\":{\"search\":false,\"items\":\($0)}"
        }, settings),
      text(
        "settings: apps to fetch from",
        list(
          "{\"version\":1,\"apps\":{\"a.b\":{\"mayFetchFrom\":[", "]}}}", separator: ","
        ) { "\"a.b\($0)\"" }, settings),
      text(
        "settings: unknown members",
        list("{\"version\":1,", "}", separator: ",") { "\"own\($0)\":\($0)" }, settings),
      text(
        "settings: unknown members of an app",
        list("{\"version\":1,\"apps\":{\"a.b\":{", "}}}", separator: ",") { "\"own\($0)\":1" },
        settings),
      [
        GrowthCase(name: "record of installed apps", smallest: 512, doublings: 4) { count in
          let scratch = try Scratch()
          let path = scratch.path + "/apps.json"
          let apps = list(separator: ",") {
            "\"a.b\($0)\":{\"files\":[{\"path\":\"/a/\($0).plist\",\"mount\":\"/\"}],\"programs\":[]}"
          }(count)
          try FileSystem.write(Array("{\"version\":1,\"apps\":{\(apps)}}".utf8), to: path)
          return { withExtendedLifetime(scratch) { use(try? InstalledAppsFile.read(path)) } }
        }
      ],
      text(
        "mounted file systems",
        list { "\($0) 1 0:\($0) / /mnt/a\\040b\($0) rw - ext4 /dev/d\($0) rw\n" }
      ) { use(MountTable(parsing: Array($0.utf8))) },
      text(
        "mounted file systems: optional fields",
        list("1 1 0:1 / /a rw", " - ext4 /dev/d rw\n") {
          " shared:\($0)"
        }
      ) { use(MountTable(parsing: Array($0.utf8))) },
      metadataLog("metadata log: keys") {
        .init(table: .owedCallbacks, key: "a/\($0)", value: [1, 2, 3])
      },
      metadataLog("metadata log: one key again and again") {
        .init(table: .intakePosition, key: "", value: [UInt8(truncatingIfNeeded: $0)])
      },
      metadataLog("metadata log: keys that come and go") {
        .init(table: .appRemovals, key: "a\($0 / 2)", value: $0 % 2 == 0 ? [1] : nil)
      },
    ].flatMap { $0 }
  }

  private static func settings(_ text: String) {
    use(try? SettingsContent(parsing: Array(text.utf8), path: "/settings.json"))
  }

  /// Reads the records of a metadata log and applies them, then writes down what they led to.
  private static func metadataLog(
    _ name: String, _ entry: @escaping (Int) -> MetadataEntry
  ) -> [GrowthCase] {
    [
      GrowthCase(name: name, smallest: 512, doublings: 4) { count in
        let records = (0..<count).map { number in
          let entry = entry(number)
          return (entry.frameKind, entry.encode())
        }
        return {
          var state = MetadataState()
          for (kind, bytes) in records {
            if let entry = try? MetadataEntry(kind, bytes) { state.apply(entry) }
          }
          use(state.entries.map { $0.encode() })
        }
      }
    ]
  }
}
