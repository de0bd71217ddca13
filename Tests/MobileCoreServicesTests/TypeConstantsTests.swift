import MobileCoreServices
import Testing
import UniformTypeIdentifiers

@Suite("kUTType constants")
struct TypeConstantsTests {
  /// Every constant of the API with the identifier it stands for.
  private static let constants: [(String, CFString)] = [
    ("public.3d-content", kUTType3DContent),
    ("public.geometry-definition-format", kUTType3dObject), ("public.alembic", kUTTypeAlembic),
    ("com.apple.alias-file", kUTTypeAliasFile), ("com.apple.alias-record", kUTTypeAliasRecord),
    ("com.apple.icns", kUTTypeAppleICNS),
    ("com.apple.protected-mpeg-4-audio", kUTTypeAppleProtectedMPEG4Audio),
    ("com.apple.protected-mpeg-4-video", kUTTypeAppleProtectedMPEG4Video),
    ("com.apple.applescript.text", kUTTypeAppleScript),
    ("com.apple.application", kUTTypeApplication),
    ("com.apple.application-bundle", kUTTypeApplicationBundle),
    ("com.apple.application-file", kUTTypeApplicationFile), ("public.archive", kUTTypeArchive),
    ("public.assembly-source", kUTTypeAssemblyLanguageSource), ("public.audio", kUTTypeAudio),
    ("public.aiff-audio", kUTTypeAudioInterchangeFileFormat),
    ("public.audiovisual-content", kUTTypeAudiovisualContent), ("public.avi", kUTTypeAVIMovie),
    ("com.apple.binary-property-list", kUTTypeBinaryPropertyList),
    ("com.microsoft.bmp", kUTTypeBMP), ("public.bookmark", kUTTypeBookmark),
    ("com.apple.bundle", kUTTypeBundle), ("public.bzip2-archive", kUTTypeBzip2Archive),
    ("public.calendar-event", kUTTypeCalendarEvent), ("public.c-header", kUTTypeCHeader),
    ("public.comma-separated-values-text", kUTTypeCommaSeparatedText),
    ("public.composite-content", kUTTypeCompositeContent), ("public.contact", kUTTypeContact),
    ("public.content", kUTTypeContent), ("public.c-plus-plus-header", kUTTypeCPlusPlusHeader),
    ("public.c-plus-plus-source", kUTTypeCPlusPlusSource), ("public.c-source", kUTTypeCSource),
    ("public.data", kUTTypeData), ("public.database", kUTTypeDatabase),
    ("public.delimited-values-text", kUTTypeDelimitedText),
    ("public.directory", kUTTypeDirectory), ("public.disk-image", kUTTypeDiskImage),
    ("org.idpf.epub-container", kUTTypeElectronicPublication),
    ("public.email-message", kUTTypeEmailMessage), ("public.executable", kUTTypeExecutable),
    ("public.file-url", kUTTypeFileURL), ("com.apple.flat-rtfd", kUTTypeFlatRTFD),
    ("public.folder", kUTTypeFolder), ("public.font", kUTTypeFont),
    ("com.apple.framework", kUTTypeFramework), ("com.compuserve.gif", kUTTypeGIF),
    ("org.gnu.gnu-zip-archive", kUTTypeGNUZipArchive), ("public.html", kUTTypeHTML),
    ("com.microsoft.ico", kUTTypeICO), ("public.image", kUTTypeImage),
    ("com.apple.ink.inktext", kUTTypeInkText),
    ("com.apple.internet-location", kUTTypeInternetLocation), ("public.item", kUTTypeItem),
    ("com.sun.java-archive", kUTTypeJavaArchive), ("com.sun.java-class", kUTTypeJavaClass),
    ("com.netscape.javascript-source", kUTTypeJavaScript),
    ("com.sun.java-source", kUTTypeJavaSource), ("public.jpeg", kUTTypeJPEG),
    ("public.jpeg-2000", kUTTypeJPEG2000), ("public.json", kUTTypeJSON),
    ("com.apple.live-photo", kUTTypeLivePhoto), ("public.log", kUTTypeLog),
    ("public.m3u-playlist", kUTTypeM3UPlaylist), ("public.message", kUTTypeMessage),
    ("public.midi-audio", kUTTypeMIDIAudio), ("com.apple.mount-point", kUTTypeMountPoint),
    ("public.movie", kUTTypeMovie), ("public.mp3", kUTTypeMP3), ("public.mpeg", kUTTypeMPEG),
    ("public.mpeg-2-transport-stream", kUTTypeMPEG2TransportStream),
    ("public.mpeg-2-video", kUTTypeMPEG2Video), ("public.mpeg-4", kUTTypeMPEG4),
    ("public.mpeg-4-audio", kUTTypeMPEG4Audio),
    ("public.objective-c-plus-plus-source", kUTTypeObjectiveCPlusPlusSource),
    ("public.objective-c-source", kUTTypeObjectiveCSource),
    ("com.apple.applescript.script", kUTTypeOSAScript),
    ("com.apple.applescript.script-bundle", kUTTypeOSAScriptBundle),
    ("com.apple.package", kUTTypePackage), ("com.adobe.pdf", kUTTypePDF),
    ("public.perl-script", kUTTypePerlScript), ("public.php-script", kUTTypePHPScript),
    ("com.apple.pict", kUTTypePICT), ("com.rsa.pkcs-12", kUTTypePKCS12),
    ("public.plain-text", kUTTypePlainText), ("public.playlist", kUTTypePlaylist),
    ("com.apple.plugin", kUTTypePluginBundle), ("public.png", kUTTypePNG),
    ("public.polygon-file-format", kUTTypePolygon),
    ("public.presentation", kUTTypePresentation),
    ("com.apple.property-list", kUTTypePropertyList),
    ("public.python-script", kUTTypePythonScript),
    ("com.apple.quicklook-generator", kUTTypeQuickLookGenerator),
    ("com.apple.quicktime-image", kUTTypeQuickTimeImage),
    ("com.apple.quicktime-movie", kUTTypeQuickTimeMovie),
    ("public.camera-raw-image", kUTTypeRawImage), ("com.apple.resolvable", kUTTypeResolvable),
    ("public.rtf", kUTTypeRTF), ("com.apple.rtfd", kUTTypeRTFD),
    ("public.ruby-script", kUTTypeRubyScript),
    ("public.svg-image", kUTTypeScalableVectorGraphics), ("public.script", kUTTypeScript),
    ("public.shell-script", kUTTypeShellScript), ("public.source-code", kUTTypeSourceCode),
    ("com.apple.metadata-importer", kUTTypeSpotlightImporter),
    ("public.spreadsheet", kUTTypeSpreadsheet),
    ("public.standard-tesselated-geometry-format", kUTTypeStereolithography),
    ("public.swift-source", kUTTypeSwiftSource), ("public.symlink", kUTTypeSymLink),
    ("com.apple.systempreference.prefpane", kUTTypeSystemPreferencesPane),
    ("public.tab-separated-values-text", kUTTypeTabSeparatedText), ("public.text", kUTTypeText),
    ("public.tiff", kUTTypeTIFF), ("public.to-do-item", kUTTypeToDoItem),
    ("com.apple.txn.text-multimedia-data", kUTTypeTXNTextAndMultimediaData),
    ("com.pixar.universal-scene-description", kUTTypeUniversalSceneDescription),
    ("com.pixar.universal-scene-description-mobile", kUTTypeUniversalSceneDescriptionMobile),
    ("public.unix-executable", kUTTypeUnixExecutable), ("public.url", kUTTypeURL),
    ("com.apple.bookmark", kUTTypeURLBookmarkData),
    ("public.utf16-external-plain-text", kUTTypeUTF16ExternalPlainText),
    ("public.utf16-plain-text", kUTTypeUTF16PlainText),
    ("public.utf8-plain-text", kUTTypeUTF8PlainText),
    ("public.utf8-tab-separated-values-text", kUTTypeUTF8TabSeparatedText),
    ("public.vcard", kUTTypeVCard), ("public.video", kUTTypeVideo),
    ("public.volume", kUTTypeVolume), ("com.microsoft.waveform-audio", kUTTypeWaveformAudio),
    ("com.apple.webarchive", kUTTypeWebArchive),
    ("com.microsoft.windows-executable", kUTTypeWindowsExecutable),
    ("public.x509-certificate", kUTTypeX509Certificate), ("public.xml", kUTTypeXML),
    ("com.apple.xml-property-list", kUTTypeXMLPropertyList),
    ("com.apple.xpc-service", kUTTypeXPCService), ("public.zip-archive", kUTTypeZipArchive),
  ]

  @Test("every constant names its type, which is declared")
  func constantsNameTypes() {
    #expect(Self.constants.count == 134)
    for (identifier, constant) in Self.constants {
      #expect(constant == identifier)
      #expect(UTTypeIsDeclared(constant), "\(identifier)")
      #expect(UTType(constant as String)?.identifier == identifier)
    }
  }

  @Test("the keys are those of property lists and of tag classes")
  func keys() {
    #expect(kUTTagClassFilenameExtension as String == UTTagClass.filenameExtension.rawValue)
    #expect(kUTTagClassMIMEType as String == UTTagClass.mimeType.rawValue)
    #expect(kUTTagClassOSType as String == "com.apple.ostype")
    #expect(kUTTagClassNSPboardType as String == "com.apple.nspboard-type")
    #expect(kUTExportedTypeDeclarationsKey as String == "UTExportedTypeDeclarations")
    #expect(kUTImportedTypeDeclarationsKey as String == "UTImportedTypeDeclarations")
  }
}
