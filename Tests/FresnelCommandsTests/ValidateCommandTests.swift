import CommandKit
import FresnelModel
import FresnelPlatform
import Testing

@testable import FresnelCommands

#if canImport(Glibc)
  import Glibc
#endif

@Suite("fresnel validate")
struct ValidateCommandTests {
  private static let good = """
    <!DOCTYPE html>
    <html lang="en"><head><meta charset="utf-8"><title>Pea soup</title>
    <meta name="description" content="A soup for cold days.">
    <meta property="og:title" content="Pea soup"><meta property="og:type" content="website">
    <meta property="og:url" content="https://www.example.com/soup">
    <meta property="og:image" content="https://www.example.com/soup.jpg">
    <meta name="apple-itunes-app" content="app-id=1, app-argument=soups://1">
    <script type="application/ld+json">
    {"@context": "https://schema.org", "@type": "Recipe", "name": "Pea soup",
     "image": "https://www.example.com/soup.jpg",
     "aggregateRating": {"@type": "AggregateRating", "ratingValue": 4.5, "ratingCount": 12}}
    </script></head><body><p>Soak overnight.</p></body></html>
    """
  private static let bad = """
    <html><head><title>Pea soup</title>
    <meta name="apple-itunes-app" content="app-id=mine">
    </head><body></body></html>
    """

  @Test("a pipe, which nobody may ever write to, is refused, and so is a device")
  func pipes() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let pipe = directory + "/page.html"
      #expect(mkfifo(pipe, 0o600) == 0)
      for path in [pipe, "/dev/null"] {
        let run = ToolRun("validate", path, in: directory)
        #expect(run.status == .system, "\(run)")
        #expect(run.errors.contains("\(path) is neither a file nor a folder"), "\(run)")
      }
    }
  }

  private func withSite(_ body: (_ directory: String) throws -> Void) throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let site = directory + "/site"
      try FileSystem.createDirectory(site + "/.well-known")
      let files = [
        "index.html": Self.good, "bad.html": Self.bad, "notes.txt": "not a page",
        "robots.txt": "User-agent: *\nDisallow: /private\n",
        "sitemap.xml":
          "<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\"><url><loc>https://www.example.com/soup</loc></url></urlset>",
        ".well-known/apple-app-site-association":
          "{\"applinks\": {\"details\": [{\"appIDs\": [\"ABCDE12345.org.example.Soups\"], \"components\": [{\"/\": \"/soup\"}]}]}}",
      ]
      for (name, text) in files { try FileSystem.write(Array(text.utf8), to: "\(site)/\(name)") }
      try body(directory)
    }
  }

  @Test("a page is shown as it looks among results, with its deep link and its things")
  func page() throws {
    try withSite { directory in
      let run = ToolRun("validate", directory + "/site/index.html", in: directory)
      #expect(run.status == .success)
      #expect(run.errors.isEmpty)
      for text in [
        "│ Pea soup", "│ www.example.com/soup", "★★★★½ ", "4.5 (12)",
        "soups://1, from the Smart App Banner", "Recipe  (JSON-LD, line 9)  what the page is about",
        "  ratingValue: 4.5", "https://www.example.com/soup (og:url), indexed",
      ] {
        #expect(run.output.contains(text), "\(text) in:\n\(run.output)")
      }
    }
  }

  @Test("a finding has the line that it is about, with the place marked, and the remedy")
  func finding() throws {
    try withSite { directory in
      let run = ToolRun("validate", directory + "/site/bad.html", in: directory)
      #expect(run.status == .incomplete)
      let lines = run.output.split(separator: "\n").map(String.init)
      let start = try #require(lines.firstIndex { $0.contains("banner-app-id-not-numeric") })
      #expect(lines[start].hasPrefix("  error"))
      #expect(
        lines[start + 2].hasSuffix("2 | <meta name=\"apple-itunes-app\" content=\"app-id=mine\">"))
      let mark = try #require(lines[start + 3].firstIndex(of: "^"))
      let column = lines[start + 3].distance(from: lines[start + 3].startIndex, to: mark)
      let above = lines[start + 2]
      #expect(above.dropFirst(column).hasPrefix("content="))
      #expect(lines[start + 4].contains("Write only the digits"))
    }
  }

  @Test("pipes are no pages, and links that lead in a circle are followed once")
  func oddFolder() throws {
    try FileSystem.withTemporaryDirectory { directory in
      let site = "\(directory)/site"
      try FileSystem.createDirectory("\(site)/a", permissions: 0o755)
      try FileSystem.write(Array("<title>A</title>".utf8), to: "\(site)/a/page.html")
      #expect(symlink("..", "\(site)/a/up") == 0)
      #expect(symlink(".", "\(site)/same") == 0)
      #expect(mkfifo("\(site)/pipe.html", 0o600) == 0)
      let found = try WebDocumentFinder.files(at: site)
      #expect(found.map(\.name) == ["a/page.html"])
    }
  }

  @Test("a file of a folder that cannot be looked at fails the whole check and is named")
  func unreadable() throws {
    try withSite { directory in
      #expect(symlink("circle.html", directory + "/site/circle.html") == 0)
      let run = ToolRun("validate", directory + "/site", in: directory)
      #expect(run.status == .system)
      #expect(run.errors.contains("circle.html"), "\(run.errors)")
    }
  }

  @Test("of a folder every file about the site is looked at, and nothing else")
  func folder() throws {
    try withSite { directory in
      let run = ToolRun(
        "validate", "--summary", directory + "/site", "--url", "https://www.example.com/",
        in: directory)
      let lines = run.output.split(separator: "\n").map(String.init)
      #expect(lines.count == 5)
      for text in ["1 app", "1 group", "urlset, 1 address", "index.html", "bad.html"] {
        #expect(lines.contains { $0.contains(text) }, "\(text) in:\n\(run.output)")
      }
      #expect(run.status == .incomplete)
    }
  }

  @Test("warnings fail a strict check only")
  func strict() throws {
    try withSite { directory in
      let page = directory + "/warned.html"
      try FileSystem.write(
        Array(
          Self.good.replacing("soups://1", with: "soups://1\"><link rel=\"canonical\" href=\"").utf8
        ),
        to: page)
      #expect(ToolRun("validate", page, in: directory).status == .success)
      #expect(ToolRun("validate", "--strict", page, in: directory).status == .incomplete)
    }
  }

  @Test("programs get every value as JSON, and code hosts SARIF")
  func programs() throws {
    try withSite { directory in
      let page = directory + "/site/index.html"
      let json = try JSONValue.parse(
        Array(ToolRun("validate", "--json", page, in: directory).output.utf8))
      #expect(json["kind"] == .string("page"))
      #expect(json["url"] == .string("https://www.example.com/soup"))
      #expect(json["page"]?["card"]?["rating"]?["stars"] == .double(4.5))
      #expect(json["page"]?["deepLinks"]?["chosen"]?["url"] == .string("soups://1"))
      let sarif = try JSONValue.parse(
        Array(
          ToolRun("validate", "--sarif", directory + "/site/bad.html", in: directory).output.utf8))
      #expect(sarif["version"] == .string("2.1.0"))
      guard case .array(let runs)? = sarif["runs"],
        case .array(let results)? = runs.first?["results"]
      else {
        Issue.record("a log without results")
        return
      }
      let errors = results.filter { $0["level"] == .string("error") }
      #expect(errors.contains { $0["ruleId"] == .string("banner-app-id-not-numeric") })
    }
  }

  @Test("mistakes are told")
  func mistakes() throws {
    try withSite { directory in
      let page = directory + "/site/index.html"
      #expect(ToolRun("validate", in: directory).status == .usage)
      #expect(ToolRun("validate", page, "--url", "example", in: directory).status == .usage)
      #expect(ToolRun("validate", page, "--json", "--sarif", in: directory).status == .usage)
      #expect(ToolRun("validate", directory + "/none.html", in: directory).status == .system)
      let remote = ToolRun("validate", "example.com/soup", in: directory)
      #expect(remote.status == .system)
      #expect(remote.errors.contains("fresnel validate https://example.com/soup"), "\(remote)")
      let own = ToolRun("validate", "localhost:8000/soup", in: directory)
      #expect(own.errors.contains("fresnel validate --local http://localhost:8000/soup"), "\(own)")
      #expect(!ToolRun("validate", "soup.html", in: directory).errors.contains("https://"))
      try FileSystem.createDirectory(directory + "/empty")
      #expect(ToolRun("validate", directory + "/empty", in: directory).status == .incomplete)
    }
  }
}
