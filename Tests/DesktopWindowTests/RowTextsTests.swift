import FresnelModel
import SearchSurface
import SpotlightWire
import Testing

@testable import DesktopWindow

@Suite("What a row of the search window says")
struct RowTextsTests {
  private func row(_ title: String, detail: String = "", source: String = "", type: String? = nil)
    -> SurfaceRow
  {
    var row = SurfaceRow(
      identifier: ResultIdentifier(
        kind: .item, scope: IndexScope(app: "app", index: ""), identifier: title),
      title: title, detail: detail, contentType: type)
    row.source = source
    return row
  }

  @Test("The second line names the app before what else there is to say")
  func details() {
    #expect(RowTexts(row("a", detail: "d", source: "Recipes"), at: 0).detail == "Recipes · d")
    #expect(RowTexts(row("a", source: "Recipes"), at: 0).detail == "Recipes")
    #expect(RowTexts(row("a", detail: "d"), at: 0).detail == "d")
    #expect(RowTexts(row("a"), at: 0).detail.isEmpty)
    #expect(RowTexts(row("a", detail: "d", source: "Recipes"), at: 0).spoken == "a, Recipes, d")
  }

  @Test("Nine rows have a digit; an empty place has nothing")
  func digits() {
    #expect((0..<11).map { RowTexts(row("a"), at: $0).badge }.joined() == "123456789")
    let empty = RowTexts(nil, at: 0)
    #expect((empty.title + empty.detail + empty.icon + empty.badge + empty.spoken).isEmpty)
  }

  @Test("An application has its own icon, an item that of its type before that of its app")
  func appIcons() {
    func icon(_ app: String, _ type: String?, _ appIcon: String? = "recipes") -> String {
      var row = SurfaceRow(
        identifier: ResultIdentifier(
          kind: .item, scope: IndexScope(app: app, index: ""), identifier: "a"), title: "a",
        contentType: type)
      row.appIcon = appIcon
      return RowTexts(row, at: 0).icon
    }
    let application = icon("org.fresnel.applications", "com.apple.application")
    #expect(application == "app:recipes application-x-executable text-x-generic")
    #expect(icon("org.example.Recipes", "public.jpeg") == "image-x-generic text-x-generic")
    #expect(icon("org.example.Recipes", nil) == "app:recipes text-x-generic")
    #expect(icon("org.example.Recipes", nil, nil) == "text-x-generic")
    let answer = SurfaceRow(
      identifier: ResultIdentifier(
        kind: .computed, scope: IndexScope(app: "org.fresnel.answers", index: ""),
        identifier: "84"), title: "84")
    #expect(RowTexts(answer, at: 0).icon.hasPrefix("accessories-calculator "))
  }

  @Test("The icon is that of the content type, and there always is one")
  func icons() {
    #expect(RowTexts(row("a", type: "public.jpeg"), at: 0).icon.hasPrefix("image-x-generic "))
    #expect(RowTexts(row("a", type: "com.example.unknown"), at: 0).icon == "text-x-generic")
    #expect(RowTexts(row("a"), at: 0).icon == "text-x-generic")
  }
}
