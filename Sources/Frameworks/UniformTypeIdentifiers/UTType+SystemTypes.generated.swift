// Written by Scripts/generate_content_types.py from Data/content-types.tsv; do not edit.

extension UTType {
  /// The type `com.apple.haptics.ahap`: haptic pattern. Since iOS 17, macOS 14.
  public static var ahap: UTType {
    UTType(builtIn: "com.apple.haptics.ahap")
  }

  /// The type `public.aiff-audio`: AIFF audio. Since iOS 14, macOS 11.
  public static var aiff: UTType {
    UTType(builtIn: "public.aiff-audio")
  }

  /// The type `com.apple.alias-file`: alias. Since iOS 14, macOS 11.
  public static var aliasFile: UTType {
    UTType(builtIn: "com.apple.alias-file")
  }

  /// The type `com.apple.archive`: Apple archive. Since iOS 14, macOS 11.
  public static var appleArchive: UTType {
    UTType(builtIn: "com.apple.archive")
  }

  /// The type `com.apple.protected-mpeg-4-audio`: protected MPEG-4 audio. Since iOS 14, macOS 11.
  public static var appleProtectedMPEG4Audio: UTType {
    UTType(builtIn: "com.apple.protected-mpeg-4-audio")
  }

  /// The type `com.apple.protected-mpeg-4-video`: protected MPEG-4 video. Since iOS 14, macOS 11.
  public static var appleProtectedMPEG4Video: UTType {
    UTType(builtIn: "com.apple.protected-mpeg-4-video")
  }

  /// The type `com.apple.applescript.text`: AppleScript text. Since iOS 14, macOS 11.
  public static var appleScript: UTType {
    UTType(builtIn: "com.apple.applescript.text")
  }

  /// The type `com.apple.application`: application. Since iOS 14, macOS 11.
  public static var application: UTType {
    UTType(builtIn: "com.apple.application")
  }

  /// The type `com.apple.application-bundle`: application. Since iOS 14, macOS 11.
  public static var applicationBundle: UTType {
    UTType(builtIn: "com.apple.application-bundle")
  }

  /// The type `com.apple.application-and-system-extension`: application extension. Since iOS 14,
  /// macOS 11.
  public static var applicationExtension: UTType {
    UTType(builtIn: "com.apple.application-and-system-extension")
  }

  /// The type `public.archive`: archive. Since iOS 14, macOS 11.
  public static var archive: UTType {
    UTType(builtIn: "public.archive")
  }

  /// The type `com.apple.arobject`: AR reference object. Since iOS 14, macOS 11.
  public static var arReferenceObject: UTType {
    UTType(builtIn: "com.apple.arobject")
  }

  /// The type `public.assembly-source`: assembly source code. Since iOS 14, macOS 11.
  public static var assemblyLanguageSource: UTType {
    UTType(builtIn: "public.assembly-source")
  }

  /// The type `public.audio`: audio. Since iOS 14, macOS 11.
  public static var audio: UTType {
    UTType(builtIn: "public.audio")
  }

  /// The type `public.audiovisual-content`: audiovisual content. Since iOS 14, macOS 11.
  public static var audiovisualContent: UTType {
    UTType(builtIn: "public.audiovisual-content")
  }

  /// The type `public.avi`: AVI movie. Since iOS 14, macOS 11.
  public static var avi: UTType {
    UTType(builtIn: "public.avi")
  }

  /// The type `com.apple.binary-property-list`: binary property list. Since iOS 14, macOS 11.
  public static var binaryPropertyList: UTType {
    UTType(builtIn: "com.apple.binary-property-list")
  }

  /// The type `com.microsoft.bmp`: BMP image. Since iOS 14, macOS 11.
  public static var bmp: UTType {
    UTType(builtIn: "com.microsoft.bmp")
  }

  /// The type `public.bookmark`: bookmark. Since iOS 14, macOS 11.
  public static var bookmark: UTType {
    UTType(builtIn: "public.bookmark")
  }

  /// The type `com.apple.bundle`: bundle. Since iOS 14, macOS 11.
  public static var bundle: UTType {
    UTType(builtIn: "com.apple.bundle")
  }

  /// The type `public.bzip2-archive`: bzip2 archive. Since iOS 14, macOS 11.
  public static var bz2: UTType {
    UTType(builtIn: "public.bzip2-archive")
  }

  /// The type `public.calendar-event`: calendar event. Since iOS 14, macOS 11.
  public static var calendarEvent: UTType {
    UTType(builtIn: "public.calendar-event")
  }

  /// The type `public.c-header`: C header. Since iOS 14, macOS 11.
  public static var cHeader: UTType {
    UTType(builtIn: "public.c-header")
  }

  /// The type `public.comma-separated-values-text`: CSV document. Since iOS 14, macOS 11.
  public static var commaSeparatedText: UTType {
    UTType(builtIn: "public.comma-separated-values-text")
  }

  /// The type `public.composite-content`: document. Since iOS 14, macOS 11.
  public static var compositeContent: UTType {
    UTType(builtIn: "public.composite-content")
  }

  /// The type `public.contact`: contact. Since iOS 14, macOS 11.
  public static var contact: UTType {
    UTType(builtIn: "public.contact")
  }

  /// The type `public.content`: content. Since iOS 14, macOS 11.
  public static var content: UTType {
    UTType(builtIn: "public.content")
  }

  /// The type `public.c-plus-plus-header`: C++ header. Since iOS 14, macOS 11.
  public static var cPlusPlusHeader: UTType {
    UTType(builtIn: "public.c-plus-plus-header")
  }

  /// The type `public.c-plus-plus-source`: C++ source code. Since iOS 14, macOS 11.
  public static var cPlusPlusSource: UTType {
    UTType(builtIn: "public.c-plus-plus-source")
  }

  /// The type `public.c-source`: C source code. Since iOS 14, macOS 11.
  public static var cSource: UTType {
    UTType(builtIn: "public.c-source")
  }

  /// The type `public.css`: CSS style sheet. Since iOS 18, macOS 15.
  public static var css: UTType {
    UTType(builtIn: "public.css")
  }

  /// The type `public.data`: data. Since iOS 14, macOS 11.
  public static var data: UTType {
    UTType(builtIn: "public.data")
  }

  /// The type `public.database`: database. Since iOS 14, macOS 11.
  public static var database: UTType {
    UTType(builtIn: "public.database")
  }

  /// The type `public.delimited-values-text`: delimited text. Since iOS 14, macOS 11.
  public static var delimitedText: UTType {
    UTType(builtIn: "public.delimited-values-text")
  }

  /// The type `public.directory`: directory. Since iOS 14, macOS 11.
  public static var directory: UTType {
    UTType(builtIn: "public.directory")
  }

  /// The type `public.disk-image`: disk image. Since iOS 14, macOS 11.
  public static var diskImage: UTType {
    UTType(builtIn: "public.disk-image")
  }

  /// The type `com.adobe.raw-image`: Adobe DNG image. Since iOS 18, macOS 15.
  public static var dng: UTType {
    UTType(builtIn: "com.adobe.raw-image")
  }

  /// The type `public.email-message`: email message. Since iOS 14, macOS 11.
  public static var emailMessage: UTType {
    UTType(builtIn: "public.email-message")
  }

  /// The type `org.idpf.epub-container`: EPUB book. Since iOS 14, macOS 11.
  public static var epub: UTType {
    UTType(builtIn: "org.idpf.epub-container")
  }

  /// The type `com.microsoft.windows-executable`: Windows executable. Since iOS 14, macOS 11.
  public static var exe: UTType {
    UTType(builtIn: "com.microsoft.windows-executable")
  }

  /// The type `public.executable`: executable. Since iOS 14, macOS 11.
  public static var executable: UTType {
    UTType(builtIn: "public.executable")
  }

  /// The type `com.ilm.openexr-image`: OpenEXR image. Since iOS 18, macOS 15.
  public static var exr: UTType {
    UTType(builtIn: "com.ilm.openexr-image")
  }

  /// The type `public.file-url`: file address. Since iOS 14, macOS 11.
  public static var fileURL: UTType {
    UTType(builtIn: "public.file-url")
  }

  /// The type `com.apple.flat-rtfd`: rich text with attachments. Since iOS 14, macOS 11.
  public static var flatRTFD: UTType {
    UTType(builtIn: "com.apple.flat-rtfd")
  }

  /// The type `public.folder`: folder. Since iOS 14, macOS 11.
  public static var folder: UTType {
    UTType(builtIn: "public.folder")
  }

  /// The type `public.font`: font. Since iOS 14, macOS 11.
  public static var font: UTType {
    UTType(builtIn: "public.font")
  }

  /// The type `com.apple.framework`: framework. Since iOS 14, macOS 11.
  public static var framework: UTType {
    UTType(builtIn: "com.apple.framework")
  }

  /// The type `public.geojson`: GeoJSON document. Since iOS 18, macOS 15.
  public static var geoJSON: UTType {
    UTType(builtIn: "public.geojson")
  }

  /// The type `com.compuserve.gif`: GIF image. Since iOS 14, macOS 11.
  public static var gif: UTType {
    UTType(builtIn: "com.compuserve.gif")
  }

  /// The type `org.gnu.gnu-zip-archive`: gzip archive. Since iOS 14, macOS 11.
  public static var gzip: UTType {
    UTType(builtIn: "org.gnu.gnu-zip-archive")
  }

  /// The type `public.heic`: HEIC image. Since iOS 14, macOS 11.
  public static var heic: UTType {
    UTType(builtIn: "public.heic")
  }

  /// The type `public.heics`: HEIC image sequence. Since iOS 18, macOS 15.
  public static var heics: UTType {
    UTType(builtIn: "public.heics")
  }

  /// The type `public.heif`: HEIF image. Since iOS 14, macOS 11.
  public static var heif: UTType {
    UTType(builtIn: "public.heif")
  }

  /// The type `public.html`: HTML document. Since iOS 14, macOS 11.
  public static var html: UTType {
    UTType(builtIn: "public.html")
  }

  /// The type `com.apple.icns`: Apple icon image. Since iOS 14, macOS 11.
  public static var icns: UTType {
    UTType(builtIn: "com.apple.icns")
  }

  /// The type `com.microsoft.ico`: Windows icon. Since iOS 14, macOS 11.
  public static var ico: UTType {
    UTType(builtIn: "com.microsoft.ico")
  }

  /// The type `public.image`: image. Since iOS 14, macOS 11.
  public static var image: UTType {
    UTType(builtIn: "public.image")
  }

  /// The type `com.apple.internet-location`: Internet location. Since iOS 14, macOS 11.
  public static var internetLocation: UTType {
    UTType(builtIn: "com.apple.internet-location")
  }

  /// The type `com.microsoft.internet-shortcut`: Internet shortcut. Since iOS 14, macOS 11.
  public static var internetShortcut: UTType {
    UTType(builtIn: "com.microsoft.internet-shortcut")
  }

  /// The type `public.item`: item. Since iOS 14, macOS 11.
  public static var item: UTType {
    UTType(builtIn: "public.item")
  }

  /// The type `com.netscape.javascript-source`: JavaScript script. Since iOS 14, macOS 11.
  public static var javaScript: UTType {
    UTType(builtIn: "com.netscape.javascript-source")
  }

  /// The type `public.jpeg`: JPEG image. Since iOS 14, macOS 11.
  public static var jpeg: UTType {
    UTType(builtIn: "public.jpeg")
  }

  /// The type `public.jpeg-xl`: JPEG XL image. Since iOS 18.2, macOS 15.2.
  public static var jpegxl: UTType {
    UTType(builtIn: "public.jpeg-xl")
  }

  /// The type `public.json`: JSON document. Since iOS 14, macOS 11.
  public static var json: UTType {
    UTType(builtIn: "public.json")
  }

  /// The type `com.apple.linkpresentation.metadata`: link preview. Since iOS 18, macOS 15.
  public static var linkPresentationMetadata: UTType {
    UTType(builtIn: "com.apple.linkpresentation.metadata")
  }

  /// The type `com.apple.live-photo`: Live Photo. Since iOS 14, macOS 11.
  public static var livePhoto: UTType {
    UTType(builtIn: "com.apple.live-photo")
  }

  /// The type `public.log`: log. Since iOS 14, macOS 11.
  public static var log: UTType {
    UTType(builtIn: "public.log")
  }

  /// The type `public.m3u-playlist`: M3U playlist. Since iOS 14, macOS 11.
  public static var m3uPlaylist: UTType {
    UTType(builtIn: "public.m3u-playlist")
  }

  /// The type `public.make-source`: makefile. Since iOS 15, macOS 12.
  public static var makefile: UTType {
    UTType(builtIn: "public.make-source")
  }

  /// The type `public.message`: message. Since iOS 14, macOS 11.
  public static var message: UTType {
    UTType(builtIn: "public.message")
  }

  /// The type `public.midi-audio`: MIDI audio. Since iOS 14, macOS 11.
  public static var midi: UTType {
    UTType(builtIn: "public.midi-audio")
  }

  /// The type `com.apple.mount-point`: mount point. Since iOS 14, macOS 11.
  public static var mountPoint: UTType {
    UTType(builtIn: "com.apple.mount-point")
  }

  /// The type `public.movie`: movie. Since iOS 14, macOS 11.
  public static var movie: UTType {
    UTType(builtIn: "public.movie")
  }

  /// The type `public.mp3`: MP3 audio. Since iOS 14, macOS 11.
  public static var mp3: UTType {
    UTType(builtIn: "public.mp3")
  }

  /// The type `public.mpeg`: MPEG movie. Since iOS 14, macOS 11.
  public static var mpeg: UTType {
    UTType(builtIn: "public.mpeg")
  }

  /// The type `public.mpeg-2-transport-stream`: MPEG-2 transport stream. Since iOS 14, macOS 11.
  public static var mpeg2TransportStream: UTType {
    UTType(builtIn: "public.mpeg-2-transport-stream")
  }

  /// The type `public.mpeg-2-video`: MPEG-2 video. Since iOS 14, macOS 11.
  public static var mpeg2Video: UTType {
    UTType(builtIn: "public.mpeg-2-video")
  }

  /// The type `public.mpeg-4-audio`: MPEG-4 audio. Since iOS 14, macOS 11.
  public static var mpeg4Audio: UTType {
    UTType(builtIn: "public.mpeg-4-audio")
  }

  /// The type `public.mpeg-4`: MPEG-4 movie. Since iOS 14, macOS 11.
  public static var mpeg4Movie: UTType {
    UTType(builtIn: "public.mpeg-4")
  }

  /// The type `public.objective-c-plus-plus-source`: Objective-C++ source code. Since iOS 14, macOS
  /// 11.
  public static var objectiveCPlusPlusSource: UTType {
    UTType(builtIn: "public.objective-c-plus-plus-source")
  }

  /// The type `public.objective-c-source`: Objective-C source code. Since iOS 14, macOS 11.
  public static var objectiveCSource: UTType {
    UTType(builtIn: "public.objective-c-source")
  }

  /// The type `com.apple.applescript.script`: compiled script. Since iOS 14, macOS 11.
  public static var osaScript: UTType {
    UTType(builtIn: "com.apple.applescript.script")
  }

  /// The type `com.apple.applescript.script-bundle`: script bundle. Since iOS 14, macOS 11.
  public static var osaScriptBundle: UTType {
    UTType(builtIn: "com.apple.applescript.script-bundle")
  }

  /// The type `com.apple.package`: package. Since iOS 14, macOS 11.
  public static var package: UTType {
    UTType(builtIn: "com.apple.package")
  }

  /// The type `com.adobe.pdf`: PDF document. Since iOS 14, macOS 11.
  public static var pdf: UTType {
    UTType(builtIn: "com.adobe.pdf")
  }

  /// The type `public.perl-script`: Perl script. Since iOS 14, macOS 11.
  public static var perlScript: UTType {
    UTType(builtIn: "public.perl-script")
  }

  /// The type `public.php-script`: PHP script. Since iOS 14, macOS 11.
  public static var phpScript: UTType {
    UTType(builtIn: "public.php-script")
  }

  /// The type `com.rsa.pkcs-12`: PKCS #12 archive. Since iOS 14, macOS 11.
  public static var pkcs12: UTType {
    UTType(builtIn: "com.rsa.pkcs-12")
  }

  /// The type `public.plain-text`: plain text. Since iOS 14, macOS 11.
  public static var plainText: UTType {
    UTType(builtIn: "public.plain-text")
  }

  /// The type `public.playlist`: playlist. Since iOS 14, macOS 11.
  public static var playlist: UTType {
    UTType(builtIn: "public.playlist")
  }

  /// The type `com.apple.plugin`: plug-in. Since iOS 14, macOS 11.
  public static var pluginBundle: UTType {
    UTType(builtIn: "com.apple.plugin")
  }

  /// The type `public.png`: PNG image. Since iOS 14, macOS 11.
  public static var png: UTType {
    UTType(builtIn: "public.png")
  }

  /// The type `public.presentation`: presentation. Since iOS 14, macOS 11.
  public static var presentation: UTType {
    UTType(builtIn: "public.presentation")
  }

  /// The type `com.apple.property-list`: property list. Since iOS 14, macOS 11.
  public static var propertyList: UTType {
    UTType(builtIn: "com.apple.property-list")
  }

  /// The type `public.python-script`: Python script. Since iOS 14, macOS 11.
  public static var pythonScript: UTType {
    UTType(builtIn: "public.python-script")
  }

  /// The type `com.apple.quicklook-generator`: Quick Look generator. Since iOS 14, macOS 11.
  public static var quickLookGenerator: UTType {
    UTType(builtIn: "com.apple.quicklook-generator")
  }

  /// The type `com.apple.quicktime-movie`: QuickTime movie. Since iOS 14, macOS 11.
  public static var quickTimeMovie: UTType {
    UTType(builtIn: "com.apple.quicktime-movie")
  }

  /// The type `public.camera-raw-image`: camera raw image. Since iOS 14, macOS 11.
  public static var rawImage: UTType {
    UTType(builtIn: "public.camera-raw-image")
  }

  /// The type `com.apple.reality`: Reality file. Since iOS 14, macOS 11.
  public static var realityFile: UTType {
    UTType(builtIn: "com.apple.reality")
  }

  /// The type `com.apple.resolvable`: link. Since iOS 14, macOS 11.
  public static var resolvable: UTType {
    UTType(builtIn: "com.apple.resolvable")
  }

  /// The type `public.rtf`: rich text document. Since iOS 14, macOS 11.
  public static var rtf: UTType {
    UTType(builtIn: "public.rtf")
  }

  /// The type `com.apple.rtfd`: rich text document with attachments. Since iOS 14, macOS 11.
  public static var rtfd: UTType {
    UTType(builtIn: "com.apple.rtfd")
  }

  /// The type `public.ruby-script`: Ruby script. Since iOS 14, macOS 11.
  public static var rubyScript: UTType {
    UTType(builtIn: "public.ruby-script")
  }

  /// The type `com.apple.scenekit.scene`: SceneKit scene. Since iOS 14, macOS 11.
  public static var sceneKitScene: UTType {
    UTType(builtIn: "com.apple.scenekit.scene")
  }

  /// The type `public.script`: script. Since iOS 14, macOS 11.
  public static var script: UTType {
    UTType(builtIn: "public.script")
  }

  /// The type `com.apple.shazamcatalog`: Shazam catalog. Since iOS 16, macOS 13.
  public static var shazamCustomCatalog: UTType {
    UTType(builtIn: "com.apple.shazamcatalog")
  }

  /// The type `com.apple.shazamsignature`: Shazam signature. Since iOS 16, macOS 13.
  public static var shazamSignature: UTType {
    UTType(builtIn: "com.apple.shazamsignature")
  }

  /// The type `public.shell-script`: shell script. Since iOS 14, macOS 11.
  public static var shellScript: UTType {
    UTType(builtIn: "public.shell-script")
  }

  /// The type `public.source-code`: source code. Since iOS 14, macOS 11.
  public static var sourceCode: UTType {
    UTType(builtIn: "public.source-code")
  }

  /// The type `com.apple.metadata-importer`: Spotlight importer. Since iOS 14, macOS 11.
  public static var spotlightImporter: UTType {
    UTType(builtIn: "com.apple.metadata-importer")
  }

  /// The type `public.spreadsheet`: spreadsheet. Since iOS 14, macOS 11.
  public static var spreadsheet: UTType {
    UTType(builtIn: "public.spreadsheet")
  }

  /// The type `public.svg-image`: SVG image. Since iOS 14, macOS 11.
  public static var svg: UTType {
    UTType(builtIn: "public.svg-image")
  }

  /// The type `public.swift-source`: Swift source code. Since iOS 14, macOS 11.
  public static var swiftSource: UTType {
    UTType(builtIn: "public.swift-source")
  }

  /// The type `public.symlink`: symbolic link. Since iOS 14, macOS 11.
  public static var symbolicLink: UTType {
    UTType(builtIn: "public.symlink")
  }

  /// The type `com.apple.systempreference.prefpane`: settings pane. Since iOS 14, macOS 11.
  public static var systemPreferencesPane: UTType {
    UTType(builtIn: "com.apple.systempreference.prefpane")
  }

  /// The type `public.tab-separated-values-text`: tab-separated values. Since iOS 14, macOS 11.
  public static var tabSeparatedText: UTType {
    UTType(builtIn: "public.tab-separated-values-text")
  }

  /// The type `public.tar-archive`: tar archive. Since iOS 18, macOS 15.
  public static var tarArchive: UTType {
    UTType(builtIn: "public.tar-archive")
  }

  /// The type `public.text`: text. Since iOS 14, macOS 11.
  public static var text: UTType {
    UTType(builtIn: "public.text")
  }

  /// The type `public.3d-content`: 3D content. Since iOS 14, macOS 11.
  public static var threeDContent: UTType {
    UTType(builtIn: "public.3d-content")
  }

  /// The type `public.tiff`: TIFF image. Since iOS 14, macOS 11.
  public static var tiff: UTType {
    UTType(builtIn: "public.tiff")
  }

  /// The type `public.to-do-item`: to-do item. Since iOS 14, macOS 11.
  public static var toDoItem: UTType {
    UTType(builtIn: "public.to-do-item")
  }

  /// The type `public.unix-executable`: Unix executable. Since iOS 14, macOS 11.
  public static var unixExecutable: UTType {
    UTType(builtIn: "public.unix-executable")
  }

  /// The type `public.url`: web address. Since iOS 14, macOS 11.
  public static var url: UTType {
    UTType(builtIn: "public.url")
  }

  /// The type `com.apple.bookmark`: bookmark. Since iOS 14, macOS 11.
  public static var urlBookmarkData: UTType {
    UTType(builtIn: "com.apple.bookmark")
  }

  /// The type `com.pixar.universal-scene-description`: Universal Scene Description. Since iOS 14,
  /// macOS 11.
  public static var usd: UTType {
    UTType(builtIn: "com.pixar.universal-scene-description")
  }

  /// The type `com.pixar.universal-scene-description-mobile`: packed Universal Scene Description.
  /// Since iOS 14, macOS 11.
  public static var usdz: UTType {
    UTType(builtIn: "com.pixar.universal-scene-description-mobile")
  }

  /// The type `public.utf16-external-plain-text`: UTF-16 plain text. Since iOS 14, macOS 11.
  public static var utf16ExternalPlainText: UTType {
    UTType(builtIn: "public.utf16-external-plain-text")
  }

  /// The type `public.utf16-plain-text`: UTF-16 plain text. Since iOS 14, macOS 11.
  public static var utf16PlainText: UTType {
    UTType(builtIn: "public.utf16-plain-text")
  }

  /// The type `public.utf8-plain-text`: UTF-8 plain text. Since iOS 14, macOS 11.
  public static var utf8PlainText: UTType {
    UTType(builtIn: "public.utf8-plain-text")
  }

  /// The type `public.utf8-tab-separated-values-text`: UTF-8 tab-separated values. Since iOS 14,
  /// macOS 11.
  public static var utf8TabSeparatedText: UTType {
    UTType(builtIn: "public.utf8-tab-separated-values-text")
  }

  /// The type `public.vcard`: vCard. Since iOS 14, macOS 11.
  public static var vCard: UTType {
    UTType(builtIn: "public.vcard")
  }

  /// The type `public.video`: video. Since iOS 14, macOS 11.
  public static var video: UTType {
    UTType(builtIn: "public.video")
  }

  /// The type `public.volume`: volume. Since iOS 14, macOS 11.
  public static var volume: UTType {
    UTType(builtIn: "public.volume")
  }

  /// The type `com.microsoft.waveform-audio`: WAV audio. Since iOS 14, macOS 11.
  public static var wav: UTType {
    UTType(builtIn: "com.microsoft.waveform-audio")
  }

  /// The type `com.apple.webarchive`: web archive. Since iOS 14, macOS 11.
  public static var webArchive: UTType {
    UTType(builtIn: "com.apple.webarchive")
  }

  /// The type `org.webmproject.webp`: WebP image. Since iOS 14, macOS 11.
  public static var webP: UTType {
    UTType(builtIn: "org.webmproject.webp")
  }

  /// The type `public.x509-certificate`: X.509 certificate. Since iOS 14, macOS 11.
  public static var x509Certificate: UTType {
    UTType(builtIn: "public.x509-certificate")
  }

  /// The type `public.xml`: XML document. Since iOS 14, macOS 11.
  public static var xml: UTType {
    UTType(builtIn: "public.xml")
  }

  /// The type `com.apple.xml-property-list`: XML property list. Since iOS 14, macOS 11.
  public static var xmlPropertyList: UTType {
    UTType(builtIn: "com.apple.xml-property-list")
  }

  /// The type `com.apple.xpc-service`: XPC service. Since iOS 14, macOS 11.
  public static var xpcService: UTType {
    UTType(builtIn: "com.apple.xpc-service")
  }

  /// The type `public.yaml`: YAML document. Since iOS 14, macOS 11.
  public static var yaml: UTType {
    UTType(builtIn: "public.yaml")
  }

  /// The type `public.zip-archive`: ZIP archive. Since iOS 14, macOS 11.
  public static var zip: UTType {
    UTType(builtIn: "public.zip-archive")
  }
}
