import AppDirectory
import WebDocuments

/// Catalogues and metainfo files of AppStream, whole and in two pieces.
enum AppStreamTarget: FuzzTarget {
  static func seeds() -> [[UInt8]] {
    [
      """
      <?xml version="1.0"?><components version="0.16" origin="o" media_baseurl="https://m.example"><component
      type="desktop-application"><id>a.b.desktop</id><name xml:lang="de">B</name><name>A</name><icon type="remote"
      width="64">i.png</icon><url type="homepage">https://a.example/</url><launchable type="desktop-id">c.desktop</launchable>
      <provides><id>d.e</id><mediatype>x-scheme-handler/a</mediatype></provides><custom><value key="Fresnel::app-store"
      >5</value><value key="Fresnel::associated-domains">applinks:*.a.example</value></custom></component></components>
      """,
      "<component type='desktop'><id>a.b</id><name>&amp;</name></component>",
      "<components><component merge='append'><id>a.b</id></component>", "---\nFile: DEP-11\n",
    ].map { Array($0.utf8) } + [[0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 0xff, 0x4b, 4, 0]]
  }

  static func examine(_ input: [UInt8]) {
    let (apps, summary) = AppStreamDocument.read(input)
    for app in apps {
      expect(app.fault == nil, "An app that is none was read: \(app.fault ?? "").")
      expect(app.appStreamID != nil, "An app has no identifier.")
    }
    for finding in summary.findings.all {
      expect(finding.message.hasSuffix("."), "A finding is no sentence.")
    }
    expect(
      summary.isWhole || !summary.findings.all.isEmpty, "Nobody says why the end is missing.")
    guard input.count > 4 else { return }
    var pieced: [ListedApp] = []
    let document = AppStreamDocument { app, _ in
      pieced.append(app)
      return true
    }
    let half = max(3, input.count / 2)
    if document.read(Array(input[..<half])) { _ = document.read(Array(input[half...])) }
    expect(document.finish().isWhole == summary.isWhole, "It matters where a document is cut.")
    expect(pieced == apps, "It matters where a document is cut.")
  }
}
