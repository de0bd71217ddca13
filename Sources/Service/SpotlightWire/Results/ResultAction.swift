/// Something that a person can do with a result besides opening it.
package struct ResultAction: Hashable, Sendable {
  /// What is done.
  package enum Kind: UInt8, CaseIterable, Hashable, Sendable {
    /// A number is called.
    case call = 0
    /// The way to a place is shown.
    case directions = 1
    /// Sound or moving pictures are played.
    case play = 2
    /// A URL is opened.
    case openURL = 3
    /// A file is shown in its folder.
    case openFolder = 4
    /// What the app made up.
    case app = 5
  }

  /// What is done.
  package var kind: Kind
  /// What a person reads, in English or as the app says it.
  package var title: String
  /// The URL that it is about; of ``Kind/openFolder`` that of the file, of ``Kind/app`` none.
  package var url: String?
  /// What is opened to do it; of ``Kind/openFolder`` the folder, for where no file can be pointed out in it.
  package var target: WireTarget

  /// Puts the parts together.
  package init(kind: Kind, title: String, url: String? = nil, target: WireTarget) {
    self.kind = kind
    self.title = title
    self.url = url
    self.target = target
  }
}
