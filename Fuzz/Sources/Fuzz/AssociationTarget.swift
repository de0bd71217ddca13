import SiteAssociations
import WebAddresses
import WebDocuments

/// Association files and asset links; the input is a file, then a zero and an address if there is one.
enum AssociationTarget: FuzzTarget {
  static func seeds() -> [[UInt8]] {
    [
      #"{"applinks":{"details":[{"appIDs":["ABCDE12345.a.b"],"components":[{"/":"/$(lang)/*",""#
        + #"?":{"id":"$(n)?"},"#
        + ##""#":"x","exclude":true,"percentEncoded":false,"caseSensitive":false,"comment":"c"}]"##
        + #","defaults":{"/":"/a*"}}],"substitutionVariables":{"n":["1","2*"]}}}"#
        + "\u{0}https://example.com/en/%C3%A9?id=1x#x",
      #"{"applinks":{"apps":[],"details":{"ABCDE12345.a.b":{"paths":["NOT /a/*","/a*b?c/","*"]}}}}"#
        + "\u{0}https://example.com/a//",
      #"{"webcredentials":{"apps":["ABCDE12345.a.b"]},"appclips":{},"other":[1,null,true]}"#,
      #"[{"relation":["a/b"],"target":{"namespace":"web","site":"https://a.example"}},"#
        + #"{"include":"https://b.example/"},{"relation":["a/b"],"target":{"namespace":"android_app","#
        + #""package_name":"a.b","sha256_cert_fingerprints":["14:6D"]}}]"#,
    ].map { Array($0.utf8) }
  }

  static func examine(_ input: [UInt8]) {
    let end = input.firstIndex(of: 0) ?? input.endIndex
    let file = Array(input[..<end])
    let reading = AssociationReading(file)
    for finding in reading.diagnostics + AssetLinksReading(file).diagnostics {
      expect(finding.message.hasSuffix("."), "A finding is no sentence.")
    }
    guard let association = reading.association else {
      expect(!reading.diagnostics.isEmpty, "A file is refused without a word.")
      return
    }
    let address = String(decoding: input[end...].dropFirst(), as: UTF8.self)
    guard let url = WebURL(address) ?? WebURL("https://example.com/a/b?c=d#e") else { return }
    for app in association.applications[.applinks, default: []].prefix(4) {
      let app = ApplicationIdentity(app)
      let match = association.match(url, app: app, domain: url.host ?? "example.com")
      expect((match.decision == nil) == (match.outcome == .noMatch), "Nothing decided a match.")
      expect(
        match.misfits.allSatisfy { $0.misfit != nil }, "A rule that fits was passed over.")
    }
  }
}
