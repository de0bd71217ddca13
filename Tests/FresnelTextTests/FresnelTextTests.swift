import FresnelText
import Testing

@Suite struct TextFolderTests {
  @Test func `case folds in full and marks fold away`() {
    let folder = TextFolder(options: [.caseInsensitive, .diacriticInsensitive], locale: .root)
    #expect(
      String(decoding: folder.foldedBytes("Résumé Straße"), as: UTF8.self) == "resume strasse")
  }
}
