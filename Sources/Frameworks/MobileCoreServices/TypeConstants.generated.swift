// Written by Scripts/generate_content_types.py from Data/content-types.tsv; do not edit.

/// The type `public.3d-content`: 3D content.
public let kUTType3DContent: CFString = "public.3d-content"

/// The type `public.geometry-definition-format`: Wavefront 3D object.
public let kUTType3dObject: CFString = "public.geometry-definition-format"

/// The type `public.avi`: AVI movie.
public let kUTTypeAVIMovie: CFString = "public.avi"

/// The type `public.alembic`: Alembic scene.
public let kUTTypeAlembic: CFString = "public.alembic"

/// The type `com.apple.alias-file`: alias.
public let kUTTypeAliasFile: CFString = "com.apple.alias-file"

/// The type `com.apple.alias-record`.
public let kUTTypeAliasRecord: CFString = "com.apple.alias-record"

/// The type `com.apple.icns`: Apple icon image.
public let kUTTypeAppleICNS: CFString = "com.apple.icns"

/// The type `com.apple.protected-mpeg-4-audio`: protected MPEG-4 audio.
public let kUTTypeAppleProtectedMPEG4Audio: CFString = "com.apple.protected-mpeg-4-audio"

/// The type `com.apple.protected-mpeg-4-video`: protected MPEG-4 video.
public let kUTTypeAppleProtectedMPEG4Video: CFString = "com.apple.protected-mpeg-4-video"

/// The type `com.apple.applescript.text`: AppleScript text.
public let kUTTypeAppleScript: CFString = "com.apple.applescript.text"

/// The type `com.apple.application`: application.
public let kUTTypeApplication: CFString = "com.apple.application"

/// The type `com.apple.application-bundle`: application.
public let kUTTypeApplicationBundle: CFString = "com.apple.application-bundle"

/// The type `com.apple.application-file`: application.
public let kUTTypeApplicationFile: CFString = "com.apple.application-file"

/// The type `public.archive`: archive.
public let kUTTypeArchive: CFString = "public.archive"

/// The type `public.assembly-source`: assembly source code.
public let kUTTypeAssemblyLanguageSource: CFString = "public.assembly-source"

/// The type `public.audio`: audio.
public let kUTTypeAudio: CFString = "public.audio"

/// The type `public.aiff-audio`: AIFF audio.
public let kUTTypeAudioInterchangeFileFormat: CFString = "public.aiff-audio"

/// The type `public.audiovisual-content`: audiovisual content.
public let kUTTypeAudiovisualContent: CFString = "public.audiovisual-content"

/// The type `com.microsoft.bmp`: BMP image.
public let kUTTypeBMP: CFString = "com.microsoft.bmp"

/// The type `com.apple.binary-property-list`: binary property list.
public let kUTTypeBinaryPropertyList: CFString = "com.apple.binary-property-list"

/// The type `public.bookmark`: bookmark.
public let kUTTypeBookmark: CFString = "public.bookmark"

/// The type `com.apple.bundle`: bundle.
public let kUTTypeBundle: CFString = "com.apple.bundle"

/// The type `public.bzip2-archive`: bzip2 archive.
public let kUTTypeBzip2Archive: CFString = "public.bzip2-archive"

/// The type `public.c-header`: C header.
public let kUTTypeCHeader: CFString = "public.c-header"

/// The type `public.c-plus-plus-header`: C++ header.
public let kUTTypeCPlusPlusHeader: CFString = "public.c-plus-plus-header"

/// The type `public.c-plus-plus-source`: C++ source code.
public let kUTTypeCPlusPlusSource: CFString = "public.c-plus-plus-source"

/// The type `public.c-source`: C source code.
public let kUTTypeCSource: CFString = "public.c-source"

/// The type `public.calendar-event`: calendar event.
public let kUTTypeCalendarEvent: CFString = "public.calendar-event"

/// The type `public.comma-separated-values-text`: CSV document.
public let kUTTypeCommaSeparatedText: CFString = "public.comma-separated-values-text"

/// The type `public.composite-content`: document.
public let kUTTypeCompositeContent: CFString = "public.composite-content"

/// The type `public.contact`: contact.
public let kUTTypeContact: CFString = "public.contact"

/// The type `public.content`: content.
public let kUTTypeContent: CFString = "public.content"

/// The type `public.data`: data.
public let kUTTypeData: CFString = "public.data"

/// The type `public.database`: database.
public let kUTTypeDatabase: CFString = "public.database"

/// The type `public.delimited-values-text`: delimited text.
public let kUTTypeDelimitedText: CFString = "public.delimited-values-text"

/// The type `public.directory`: directory.
public let kUTTypeDirectory: CFString = "public.directory"

/// The type `public.disk-image`: disk image.
public let kUTTypeDiskImage: CFString = "public.disk-image"

/// The type `org.idpf.epub-container`: EPUB book.
public let kUTTypeElectronicPublication: CFString = "org.idpf.epub-container"

/// The type `public.email-message`: email message.
public let kUTTypeEmailMessage: CFString = "public.email-message"

/// The type `public.executable`: executable.
public let kUTTypeExecutable: CFString = "public.executable"

/// The type `public.file-url`: file address.
public let kUTTypeFileURL: CFString = "public.file-url"

/// The type `com.apple.flat-rtfd`: rich text with attachments.
public let kUTTypeFlatRTFD: CFString = "com.apple.flat-rtfd"

/// The type `public.folder`: folder.
public let kUTTypeFolder: CFString = "public.folder"

/// The type `public.font`: font.
public let kUTTypeFont: CFString = "public.font"

/// The type `com.apple.framework`: framework.
public let kUTTypeFramework: CFString = "com.apple.framework"

/// The type `com.compuserve.gif`: GIF image.
public let kUTTypeGIF: CFString = "com.compuserve.gif"

/// The type `org.gnu.gnu-zip-archive`: gzip archive.
public let kUTTypeGNUZipArchive: CFString = "org.gnu.gnu-zip-archive"

/// The type `public.html`: HTML document.
public let kUTTypeHTML: CFString = "public.html"

/// The type `com.microsoft.ico`: Windows icon.
public let kUTTypeICO: CFString = "com.microsoft.ico"

/// The type `public.image`: image.
public let kUTTypeImage: CFString = "public.image"

/// The type `com.apple.ink.inktext`.
public let kUTTypeInkText: CFString = "com.apple.ink.inktext"

/// The type `com.apple.internet-location`: Internet location.
public let kUTTypeInternetLocation: CFString = "com.apple.internet-location"

/// The type `public.item`: item.
public let kUTTypeItem: CFString = "public.item"

/// The type `public.jpeg`: JPEG image.
public let kUTTypeJPEG: CFString = "public.jpeg"

/// The type `public.jpeg-2000`: JPEG 2000 image.
public let kUTTypeJPEG2000: CFString = "public.jpeg-2000"

/// The type `public.json`: JSON document.
public let kUTTypeJSON: CFString = "public.json"

/// The type `com.sun.java-archive`: Java archive.
public let kUTTypeJavaArchive: CFString = "com.sun.java-archive"

/// The type `com.sun.java-class`: Java class.
public let kUTTypeJavaClass: CFString = "com.sun.java-class"

/// The type `com.netscape.javascript-source`: JavaScript script.
public let kUTTypeJavaScript: CFString = "com.netscape.javascript-source"

/// The type `com.sun.java-source`: Java source code.
public let kUTTypeJavaSource: CFString = "com.sun.java-source"

/// The type `com.apple.live-photo`: Live Photo.
public let kUTTypeLivePhoto: CFString = "com.apple.live-photo"

/// The type `public.log`: log.
public let kUTTypeLog: CFString = "public.log"

/// The type `public.m3u-playlist`: M3U playlist.
public let kUTTypeM3UPlaylist: CFString = "public.m3u-playlist"

/// The type `public.midi-audio`: MIDI audio.
public let kUTTypeMIDIAudio: CFString = "public.midi-audio"

/// The type `public.mp3`: MP3 audio.
public let kUTTypeMP3: CFString = "public.mp3"

/// The type `public.mpeg`: MPEG movie.
public let kUTTypeMPEG: CFString = "public.mpeg"

/// The type `public.mpeg-2-transport-stream`: MPEG-2 transport stream.
public let kUTTypeMPEG2TransportStream: CFString = "public.mpeg-2-transport-stream"

/// The type `public.mpeg-2-video`: MPEG-2 video.
public let kUTTypeMPEG2Video: CFString = "public.mpeg-2-video"

/// The type `public.mpeg-4`: MPEG-4 movie.
public let kUTTypeMPEG4: CFString = "public.mpeg-4"

/// The type `public.mpeg-4-audio`: MPEG-4 audio.
public let kUTTypeMPEG4Audio: CFString = "public.mpeg-4-audio"

/// The type `public.message`: message.
public let kUTTypeMessage: CFString = "public.message"

/// The type `com.apple.mount-point`: mount point.
public let kUTTypeMountPoint: CFString = "com.apple.mount-point"

/// The type `public.movie`: movie.
public let kUTTypeMovie: CFString = "public.movie"

/// The type `com.apple.applescript.script`: compiled script.
public let kUTTypeOSAScript: CFString = "com.apple.applescript.script"

/// The type `com.apple.applescript.script-bundle`: script bundle.
public let kUTTypeOSAScriptBundle: CFString = "com.apple.applescript.script-bundle"

/// The type `public.objective-c-plus-plus-source`: Objective-C++ source code.
public let kUTTypeObjectiveCPlusPlusSource: CFString = "public.objective-c-plus-plus-source"

/// The type `public.objective-c-source`: Objective-C source code.
public let kUTTypeObjectiveCSource: CFString = "public.objective-c-source"

/// The type `com.adobe.pdf`: PDF document.
public let kUTTypePDF: CFString = "com.adobe.pdf"

/// The type `public.php-script`: PHP script.
public let kUTTypePHPScript: CFString = "public.php-script"

/// The type `com.apple.pict`: PICT image.
public let kUTTypePICT: CFString = "com.apple.pict"

/// The type `com.rsa.pkcs-12`: PKCS #12 archive.
public let kUTTypePKCS12: CFString = "com.rsa.pkcs-12"

/// The type `public.png`: PNG image.
public let kUTTypePNG: CFString = "public.png"

/// The type `com.apple.package`: package.
public let kUTTypePackage: CFString = "com.apple.package"

/// The type `public.perl-script`: Perl script.
public let kUTTypePerlScript: CFString = "public.perl-script"

/// The type `public.plain-text`: plain text.
public let kUTTypePlainText: CFString = "public.plain-text"

/// The type `public.playlist`: playlist.
public let kUTTypePlaylist: CFString = "public.playlist"

/// The type `com.apple.plugin`: plug-in.
public let kUTTypePluginBundle: CFString = "com.apple.plugin"

/// The type `public.polygon-file-format`: Polygon File Format object.
public let kUTTypePolygon: CFString = "public.polygon-file-format"

/// The type `public.presentation`: presentation.
public let kUTTypePresentation: CFString = "public.presentation"

/// The type `com.apple.property-list`: property list.
public let kUTTypePropertyList: CFString = "com.apple.property-list"

/// The type `public.python-script`: Python script.
public let kUTTypePythonScript: CFString = "public.python-script"

/// The type `com.apple.quicklook-generator`: Quick Look generator.
public let kUTTypeQuickLookGenerator: CFString = "com.apple.quicklook-generator"

/// The type `com.apple.quicktime-image`: QuickTime image.
public let kUTTypeQuickTimeImage: CFString = "com.apple.quicktime-image"

/// The type `com.apple.quicktime-movie`: QuickTime movie.
public let kUTTypeQuickTimeMovie: CFString = "com.apple.quicktime-movie"

/// The type `public.rtf`: rich text document.
public let kUTTypeRTF: CFString = "public.rtf"

/// The type `com.apple.rtfd`: rich text document with attachments.
public let kUTTypeRTFD: CFString = "com.apple.rtfd"

/// The type `public.camera-raw-image`: camera raw image.
public let kUTTypeRawImage: CFString = "public.camera-raw-image"

/// The type `com.apple.resolvable`: link.
public let kUTTypeResolvable: CFString = "com.apple.resolvable"

/// The type `public.ruby-script`: Ruby script.
public let kUTTypeRubyScript: CFString = "public.ruby-script"

/// The type `public.svg-image`: SVG image.
public let kUTTypeScalableVectorGraphics: CFString = "public.svg-image"

/// The type `public.script`: script.
public let kUTTypeScript: CFString = "public.script"

/// The type `public.shell-script`: shell script.
public let kUTTypeShellScript: CFString = "public.shell-script"

/// The type `public.source-code`: source code.
public let kUTTypeSourceCode: CFString = "public.source-code"

/// The type `com.apple.metadata-importer`: Spotlight importer.
public let kUTTypeSpotlightImporter: CFString = "com.apple.metadata-importer"

/// The type `public.spreadsheet`: spreadsheet.
public let kUTTypeSpreadsheet: CFString = "public.spreadsheet"

/// The type `public.standard-tesselated-geometry-format`: STL 3D object.
public let kUTTypeStereolithography: CFString = "public.standard-tesselated-geometry-format"

/// The type `public.swift-source`: Swift source code.
public let kUTTypeSwiftSource: CFString = "public.swift-source"

/// The type `public.symlink`: symbolic link.
public let kUTTypeSymLink: CFString = "public.symlink"

/// The type `com.apple.systempreference.prefpane`: settings pane.
public let kUTTypeSystemPreferencesPane: CFString = "com.apple.systempreference.prefpane"

/// The type `public.tiff`: TIFF image.
public let kUTTypeTIFF: CFString = "public.tiff"

/// The type `com.apple.txn.text-multimedia-data`: text with media.
public let kUTTypeTXNTextAndMultimediaData: CFString = "com.apple.txn.text-multimedia-data"

/// The type `public.tab-separated-values-text`: tab-separated values.
public let kUTTypeTabSeparatedText: CFString = "public.tab-separated-values-text"

/// The type `public.text`: text.
public let kUTTypeText: CFString = "public.text"

/// The type `public.to-do-item`: to-do item.
public let kUTTypeToDoItem: CFString = "public.to-do-item"

/// The type `public.url`: web address.
public let kUTTypeURL: CFString = "public.url"

/// The type `com.apple.bookmark`: bookmark.
public let kUTTypeURLBookmarkData: CFString = "com.apple.bookmark"

/// The type `public.utf16-external-plain-text`: UTF-16 plain text.
public let kUTTypeUTF16ExternalPlainText: CFString = "public.utf16-external-plain-text"

/// The type `public.utf16-plain-text`: UTF-16 plain text.
public let kUTTypeUTF16PlainText: CFString = "public.utf16-plain-text"

/// The type `public.utf8-plain-text`: UTF-8 plain text.
public let kUTTypeUTF8PlainText: CFString = "public.utf8-plain-text"

/// The type `public.utf8-tab-separated-values-text`: UTF-8 tab-separated values.
public let kUTTypeUTF8TabSeparatedText: CFString = "public.utf8-tab-separated-values-text"

/// The type `com.pixar.universal-scene-description`: Universal Scene Description.
public let kUTTypeUniversalSceneDescription: CFString = "com.pixar.universal-scene-description"

/// The type `com.pixar.universal-scene-description-mobile`: packed Universal Scene Description.
public let kUTTypeUniversalSceneDescriptionMobile: CFString =
  "com.pixar.universal-scene-description-mobile"

/// The type `public.unix-executable`: Unix executable.
public let kUTTypeUnixExecutable: CFString = "public.unix-executable"

/// The type `public.vcard`: vCard.
public let kUTTypeVCard: CFString = "public.vcard"

/// The type `public.video`: video.
public let kUTTypeVideo: CFString = "public.video"

/// The type `public.volume`: volume.
public let kUTTypeVolume: CFString = "public.volume"

/// The type `com.microsoft.waveform-audio`: WAV audio.
public let kUTTypeWaveformAudio: CFString = "com.microsoft.waveform-audio"

/// The type `com.apple.webarchive`: web archive.
public let kUTTypeWebArchive: CFString = "com.apple.webarchive"

/// The type `com.microsoft.windows-executable`: Windows executable.
public let kUTTypeWindowsExecutable: CFString = "com.microsoft.windows-executable"

/// The type `public.x509-certificate`: X.509 certificate.
public let kUTTypeX509Certificate: CFString = "public.x509-certificate"

/// The type `public.xml`: XML document.
public let kUTTypeXML: CFString = "public.xml"

/// The type `com.apple.xml-property-list`: XML property list.
public let kUTTypeXMLPropertyList: CFString = "com.apple.xml-property-list"

/// The type `com.apple.xpc-service`: XPC service.
public let kUTTypeXPCService: CFString = "com.apple.xpc-service"

/// The type `public.zip-archive`: ZIP archive.
public let kUTTypeZipArchive: CFString = "public.zip-archive"
