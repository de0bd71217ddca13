import FresnelLaunching
import FresnelModel
import SearchSurface
import Testing

@Suite("Where items lead")
struct ItemDestinationTests {
  private func destination(
    _ attributes: [AttributeID: AttributeValue] = [:], app: String = "an.app", id: String = "x",
    section: String? = nil
  ) -> ItemDestination {
    var item = Item(uniqueIdentifier: id)
    for (key, value) in attributes { item.attributes[key] = value }
    if let section { item.attributes[.custom(ImportedItems.sectionKey)] = .string(section) }
    return ItemDestination(of: item, app: app)
  }

  @Test("An application is started by its identifier, whatever path the item has")
  func applications() {
    let app = ImportedItems.applications
    let path: [AttributeID: AttributeValue] = [
      .path: .string("/tmp/evil.desktop"), .contentURL: .url("file:///tmp/evil.desktop"),
    ]
    #expect(destination(path, app: app, id: "brushes.desktop") == .application("brushes"))
    #expect(destination(path, app: app, id: "brushes") == .details)
  }

  @Test("A manual page is one only with words that man takes for a page")
  func manuals() {
    func page(_ name: String, _ section: String) -> ItemDestination {
      destination([.title: .string(name)], app: ImportedItems.manuals, section: section)
    }
    #expect(page("printf", "3p") == .manual(section: "3p", name: "printf"))
    #expect(page("File::Spec", "3perl") == .manual(section: "3perl", name: "File::Spec"))
    for (name, section) in [
      ("--pager=sh -c id", "1"), ("-Pid", "1"), ("printf", "-Pid"), ("printf", "--pager=id"),
      ("./page.1", "1"), ("/tmp/page.1", "1"), ("a b", "1"), ("a\nb", "1"), ("", "1"), ("a", ""),
    ] {
      #expect(page(name, section) == .details, "\(name) \(section)")
    }
  }

  @Test("The others lead to their URL, else their path, else an identifier that is a URL")
  func others() {
    #expect(destination([.url: .url("https://x.org")]) == .url("https://x.org"))
    #expect(destination([.contentURL: .url("file:///a")]) == .url("file:///a"))
    #expect(destination([.path: .string("/a b")]) == .url("file:///a%20b"))
    #expect(destination([.path: .string("--a")]) == .details)
    #expect(destination(id: "myapp://item/1") == .url("myapp://item/1"))
    for id in ["note:1", "--evil", "my app://x", "x\u{202E}://y"] {
      #expect(destination(id: id) == .details)
    }
    #expect(
      destination([.url: .url("https://x.org")], app: ImportedItems.packages) == .details)
  }
}
