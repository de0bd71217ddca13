internal import FresnelModel
internal import SiteAssociations
internal import WebAddresses
internal import WebDocuments

extension SiteApps {
  /// How the site and apps go together, as an object.
  var json: JSONValue {
    .members([
      "host": .string(host), "file": .text(file?.href), "usable": .boolean(isUsable),
      "members": .array(members.map(\.json)),
      "androidApps": androidApps.isEmpty
        ? .null
        : .array(
          androidApps.map {
            .members([
              "package": .string($0.package), "listed": .boolean($0.isListed),
              "namedByPage": .boolean($0.isNamedByPage),
            ])
          }),
    ])
  }
}

extension SiteApps.Member {
  fileprivate var json: JSONValue {
    .members([
      "app": .string(identifier), "name": .text(name), "standing": .string(standing.rawValue),
      "services": .texts(services.map(\.rawValue)), "entry": .text(entry?.description),
      "links": .array(
        links.map {
          .members([
            "url": .string($0.url.href), "test": $0.isTest ? .boolean(true) : .null,
            "outcome": .string($0.match.outcome.rawValue),
            "rule": .text($0.match.decision?.rule), "comment": .text($0.match.decision?.comment),
            "line": .count($0.match.location?.line), "obstacle": .text($0.match.obstacle?.words),
            "misfits": .array(
              $0.match.misfits.map {
                .members(["rule": .string($0.rule), "why": .text($0.misfit?.words)])
              }),
          ])
        }),
    ])
  }
}
