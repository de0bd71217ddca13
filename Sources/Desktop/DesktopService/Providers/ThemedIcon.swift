internal import FresnelModel

/// The names of icons that desktops have for kinds of things (freedesktop.org Icon Naming Specification 0.8).
///
/// An icon of an app, or a path in one, is never among them: a shell would open the file because of what is typed, and an
/// app could watch for that.
package enum ThemedIcon {
  /// By content type, the special before the general.
  private static let table: [(type: String, icon: String)] = [
    ("com.apple.application", "application-x-executable"),
    ("public.image", "image-x-generic"),
    ("public.audio", "audio-x-generic"),
    ("public.movie", "video-x-generic"),
    ("public.audiovisual-content", "video-x-generic"),
    ("public.contact", "x-office-address-book"),
    ("public.calendar-event", "x-office-calendar"),
    ("public.message", "mail-unread"),
    ("public.presentation", "x-office-presentation"),
    ("public.spreadsheet", "x-office-spreadsheet"),
    ("public.archive", "package-x-generic"),
    ("public.font", "font-x-generic"),
    ("public.folder", "folder"),
    ("public.directory", "folder"),
    ("public.html", "text-html"),
    ("public.url", "text-html"),
    ("public.source-code", "text-x-script"),
    ("public.executable", "application-x-executable"),
    ("com.adobe.pdf", "x-office-document"),
    ("public.composite-content", "x-office-document"),
  ]
  /// What stands for everything else.
  private static let fallback = "text-x-generic"

  /// The names for a content type.
  ///
  /// - Parameter contentType: The type's identifier; `nil` where it is not known.
  /// - Returns: The best name first, one at least.
  package static func names(for contentType: String?) -> [String] {
    guard let contentType,
      let found = table.first(where: {
        ContentTypeTree.builtIn.conforms(contentType, to: $0.type)
      })
    else { return [fallback] }
    return [found.icon, fallback]
  }
}
