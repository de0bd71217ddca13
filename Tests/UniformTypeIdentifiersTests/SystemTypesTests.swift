import Foundation
import Testing
import UniformTypeIdentifiers

@Suite("UTType's static members")
struct SystemTypesTests {
  /// Every static member of the API, with the identifier that Apple's headers give it.
  private static let members: [(String, UTType)] = [
    ("com.apple.haptics.ahap", .ahap), ("public.aiff-audio", .aiff),
    ("com.apple.alias-file", .aliasFile), ("com.apple.archive", .appleArchive),
    ("com.apple.protected-mpeg-4-audio", .appleProtectedMPEG4Audio),
    ("com.apple.protected-mpeg-4-video", .appleProtectedMPEG4Video),
    ("com.apple.applescript.text", .appleScript), ("com.apple.application", .application),
    ("com.apple.application-bundle", .applicationBundle),
    ("com.apple.application-and-system-extension", .applicationExtension),
    ("public.archive", .archive), ("com.apple.arobject", .arReferenceObject),
    ("public.assembly-source", .assemblyLanguageSource), ("public.audio", .audio),
    ("public.audiovisual-content", .audiovisualContent), ("public.avi", .avi),
    ("com.apple.binary-property-list", .binaryPropertyList), ("com.microsoft.bmp", .bmp),
    ("public.bookmark", .bookmark), ("com.apple.bundle", .bundle),
    ("public.bzip2-archive", .bz2), ("public.calendar-event", .calendarEvent),
    ("public.c-header", .cHeader), ("public.comma-separated-values-text", .commaSeparatedText),
    ("public.composite-content", .compositeContent), ("public.contact", .contact),
    ("public.content", .content), ("public.c-plus-plus-header", .cPlusPlusHeader),
    ("public.c-plus-plus-source", .cPlusPlusSource), ("public.c-source", .cSource),
    ("public.css", .css), ("public.data", .data), ("public.database", .database),
    ("public.delimited-values-text", .delimitedText), ("public.directory", .directory),
    ("public.disk-image", .diskImage), ("com.adobe.raw-image", .dng),
    ("public.email-message", .emailMessage), ("org.idpf.epub-container", .epub),
    ("com.microsoft.windows-executable", .exe), ("public.executable", .executable),
    ("com.ilm.openexr-image", .exr), ("public.file-url", .fileURL),
    ("com.apple.flat-rtfd", .flatRTFD), ("public.folder", .folder), ("public.font", .font),
    ("com.apple.framework", .framework), ("public.geojson", .geoJSON),
    ("com.compuserve.gif", .gif), ("org.gnu.gnu-zip-archive", .gzip), ("public.heic", .heic),
    ("public.heics", .heics), ("public.heif", .heif), ("public.html", .html),
    ("com.apple.icns", .icns), ("com.microsoft.ico", .ico), ("public.image", .image),
    ("com.apple.internet-location", .internetLocation),
    ("com.microsoft.internet-shortcut", .internetShortcut), ("public.item", .item),
    ("com.netscape.javascript-source", .javaScript), ("public.jpeg", .jpeg),
    ("public.jpeg-xl", .jpegxl), ("public.json", .json),
    ("com.apple.linkpresentation.metadata", .linkPresentationMetadata),
    ("com.apple.live-photo", .livePhoto), ("public.log", .log),
    ("public.m3u-playlist", .m3uPlaylist), ("public.make-source", .makefile),
    ("public.message", .message), ("public.midi-audio", .midi),
    ("com.apple.mount-point", .mountPoint), ("public.movie", .movie), ("public.mp3", .mp3),
    ("public.mpeg", .mpeg), ("public.mpeg-2-transport-stream", .mpeg2TransportStream),
    ("public.mpeg-2-video", .mpeg2Video), ("public.mpeg-4-audio", .mpeg4Audio),
    ("public.mpeg-4", .mpeg4Movie),
    ("public.objective-c-plus-plus-source", .objectiveCPlusPlusSource),
    ("public.objective-c-source", .objectiveCSource),
    ("com.apple.applescript.script", .osaScript),
    ("com.apple.applescript.script-bundle", .osaScriptBundle), ("com.apple.package", .package),
    ("com.adobe.pdf", .pdf), ("public.perl-script", .perlScript),
    ("public.php-script", .phpScript), ("com.rsa.pkcs-12", .pkcs12),
    ("public.plain-text", .plainText), ("public.playlist", .playlist),
    ("com.apple.plugin", .pluginBundle), ("public.png", .png),
    ("public.presentation", .presentation), ("com.apple.property-list", .propertyList),
    ("public.python-script", .pythonScript),
    ("com.apple.quicklook-generator", .quickLookGenerator),
    ("com.apple.quicktime-movie", .quickTimeMovie), ("public.camera-raw-image", .rawImage),
    ("com.apple.reality", .realityFile), ("com.apple.resolvable", .resolvable),
    ("public.rtf", .rtf), ("com.apple.rtfd", .rtfd), ("public.ruby-script", .rubyScript),
    ("com.apple.scenekit.scene", .sceneKitScene), ("public.script", .script),
    ("com.apple.shazamcatalog", .shazamCustomCatalog),
    ("com.apple.shazamsignature", .shazamSignature), ("public.shell-script", .shellScript),
    ("public.source-code", .sourceCode), ("com.apple.metadata-importer", .spotlightImporter),
    ("public.spreadsheet", .spreadsheet), ("public.svg-image", .svg),
    ("public.swift-source", .swiftSource), ("public.symlink", .symbolicLink),
    ("com.apple.systempreference.prefpane", .systemPreferencesPane),
    ("public.tab-separated-values-text", .tabSeparatedText),
    ("public.tar-archive", .tarArchive), ("public.text", .text),
    ("public.3d-content", .threeDContent), ("public.tiff", .tiff),
    ("public.to-do-item", .toDoItem), ("public.unix-executable", .unixExecutable),
    ("public.url", .url), ("com.apple.bookmark", .urlBookmarkData),
    ("com.pixar.universal-scene-description", .usd),
    ("com.pixar.universal-scene-description-mobile", .usdz),
    ("public.utf16-external-plain-text", .utf16ExternalPlainText),
    ("public.utf16-plain-text", .utf16PlainText), ("public.utf8-plain-text", .utf8PlainText),
    ("public.utf8-tab-separated-values-text", .utf8TabSeparatedText), ("public.vcard", .vCard),
    ("public.video", .video), ("public.volume", .volume),
    ("com.microsoft.waveform-audio", .wav), ("com.apple.webarchive", .webArchive),
    ("org.webmproject.webp", .webP), ("public.x509-certificate", .x509Certificate),
    ("public.xml", .xml), ("com.apple.xml-property-list", .xmlPropertyList),
    ("com.apple.xpc-service", .xpcService), ("public.yaml", .yaml),
    ("public.zip-archive", .zip),
  ]

  @Test("every static member has its identifier and is declared")
  func membersAreDeclared() throws {
    #expect(Self.members.count == 142)
    for (identifier, type) in Self.members {
      #expect(type.identifier == identifier)
      #expect(type.isDeclared && !type.isDynamic, "\(identifier)")
      #expect(UTType(identifier) == type)
      #expect(type.localizedDescription != nil, "\(identifier)")
    }
  }
}
