internal import FresnelModel

extension DeepLinks {
  /// What leads into an app, as an object.
  var report: JSONValue {
    .members([
      "chosen": chosen?.report ?? .null, "candidates": .array(candidates.map(\.report)),
      "storeID": .text(storeID), "banner": banner?.report ?? .null, "appLinks": appLinks.report,
      "alternates": .array(
        alternates.map {
          .members([
            "kind": .string($0.kind.rawValue), "storeID": .text($0.storeID), "url": .text($0.url),
          ])
        }),
      "scriptLinks": .texts(scriptLinks), "universalLink": .string(universalLink.rawValue),
    ])
  }
}

extension DeepLink {
  /// The link as an object.
  var report: JSONValue {
    .members([
      "source": .string(source.rawValue), "url": .string(url), "storeID": .text(storeID),
      "appName": .text(appName),
    ])
  }
}

extension SmartAppBanner {
  /// The banner as an object.
  fileprivate var report: JSONValue {
    .members([
      "appID": .string(appID), "appArgument": .text(appArgument),
      "affiliateData": .text(affiliateData), "clipBundleID": .text(clipBundleID),
      "clipDisplay": .text(clipDisplay),
    ])
  }
}

extension AppLinks {
  /// The entries by kind of device, with the names that the tags have.
  fileprivate var report: JSONValue {
    .object(
      Platform.allCases.compactMap { platform in
        entries[platform].map {
          JSONMember(platform.rawValue, .array($0.map { .texts(byName: $0.fields) }))
        }
      })
  }
}
