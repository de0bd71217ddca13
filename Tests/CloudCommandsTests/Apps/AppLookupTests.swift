import AppDirectory
import CloudService
import CommandKit
import FresnelPlatform
import Testing
import SiteAssociations
import WebAddresses

@testable import CloudCommands

@Suite("The app of a result")
struct AppLookupTests {
  @Test("is found as soon as the directory knows it, on many threads at once")
  func looking() async throws {
    let directory = try FileSystem.createTemporaryDirectory()
    defer { try? FileSystem.removeTree(directory) }
    let context = AppRun.context(in: directory)
    let lookup = AppLookup(of: CloudData(directory, in: context))
    let page = AppLookup.Page(url: "https://www.example.com/soup", storeID: "640199958")
    #expect(lookup.find(page) == nil)
    let added = AppRun(
      "app", "add", "--name", "Recipes", "--bundle-id", "com.example.recipes", "--appstream",
      "org.example.Recipes", "--store", "app-store=640199958", "--domain",
      "example.com,*.example.com", "--data", directory, in: directory)
    #expect(added.status == .success, "\(added.errors)")
    #expect(lookup.find(page) == nil, "The site didn't say so.")
    let apps = try AppDirectory(path: CloudData(directory, in: context).apps)
    let now = Int64(WallClock.secondsSince1970)
    let file =
      #"{"applinks":{"details":[{"appID":"ABCDE12345.com.example.recipes","paths":["*"]}]}}"#
    try apps.keep(
      LinkCopy(
        site: LinkSite(host: "example.com"), checked: now, fetched: now, file: Array(file.utf8)))
    let expected = AppLookup.App(
      bundleID: "com.example.recipes", name: "Recipes", appStreamID: "org.example.Recipes")
    await withTaskGroup(of: AppLookup.App?.self) { group in
      for _ in 0..<32 { group.addTask { lookup.find(page) } }
      for await app in group { #expect(app == expected) }
    }
    #expect(lookup.find(AppLookup.Page(url: "https://a.example/")) == nil)
    #expect(lookup.find(AppLookup.Page(url: "nothing")) == nil)
  }
}
