import FresnelLaunching
import FresnelPlatform
import FresnelTestSupport
import Testing
import WebAddresses

@testable import VerifiedLinks

/// What pages of results, and whoever calls `fresnel open`, may have opened in the browser.
@Suite("Hostile links")
struct HostileLinkTests {
  @Test(
    "A link is an argument of the browser, and an address of fresnel-open asks for nothing but one")
  func links() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let (data, configuration) = (directory + "/data", directory + "/config")
      let desktop = try HostileDesktop(in: directory, data: data, configuration: configuration)
      let environment = [
        "XDG_DATA_HOME": data, "XDG_CONFIG_HOME": configuration,
        "XDG_STATE_HOME": directory + "/state", "XDG_DATA_DIRS": directory + "/share",
        "XDG_CONFIG_DIRS": directory + "/none",
      ]
      let handler = LinkHandler(
        of: BaseDirectories(environment: environment, home: directory), environment: environment)
      var pages = 0
      for address in desktop.addresses {
        let asked = FresnelAddress("fresnel-open:\(address.url)")
        if address.words?.first != "browser" {
          // Of what is no page as it stands, what the URL Standard repairs is still a page, and no command.
          if case .open(let url)? = asked {
            #expect(url.isHTTP && url.href.hasPrefix("http"), "\(address.url.prefix(80))")
          } else {
            #expect(asked == nil, "\(address.url.prefix(80))")
          }
        }
        guard let url = WebURL(address.url), url.isHTTP else { continue }
        let browser = try handler.browser(for: url.href, hasTerminal: false)
        if address.words?.first == "browser" {
          pages += 1
          let words = browser?.program.words ?? []
          #expect(words.dropFirst() == ["--new-tab", url.href])
          #expect(words.first == directory + "/bin/browser")
          #expect(browser?.needsTerminal == false)
        } else if let words = browser?.program.words {
          #expect(words.count == 3 && words[2] == url.href && words[2].hasPrefix("http"))
        }
      }
      #expect(pages >= 30)
    }
  }

  @Test(
    "A browser whose command line would read the link as part of a command gets none, and is named")
  func unsafeBrowser() throws {
    try FileSystem.withTemporaryDirectory { (directory: String) throws in
      let environment = [
        "XDG_DATA_HOME": directory, "XDG_CONFIG_HOME": directory, "XDG_STATE_HOME": directory,
        "XDG_DATA_DIRS": directory + "/share", "XDG_CONFIG_DIRS": directory + "/none",
      ]
      try FileSystem.createDirectory(directory + "/applications")
      let entry = "[Desktop Entry]\nType=Application\nName=B\nExec=sh -c \"cat %u\"\n"
      try FileSystem.write(Array(entry.utf8), to: directory + "/applications/b.desktop")
      let list = "[Default Applications]\nx-scheme-handler/https=b.desktop\n"
      try FileSystem.write(Array(list.utf8), to: directory + "/mimeapps.list")
      let handler = LinkHandler(
        of: BaseDirectories(environment: environment, home: directory), environment: environment)
      do throws(LaunchFailure) {
        let browser = try handler.browser(
          for: "https://a.example/$(touch${IFS}x)", hasTerminal: false)
        Issue.record("\(String(describing: browser))")
      } catch {
        #expect(error.cause == .unsafeCommand)
        #expect(error.message.hasPrefix("\(directory)/applications/b.desktop is not run: "))
      }
    }
  }
}
