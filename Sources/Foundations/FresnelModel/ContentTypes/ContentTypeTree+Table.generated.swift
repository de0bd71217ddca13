// swift-format-ignore-file
// Written by Scripts/generate_content_types.py from Data/content-types.tsv; do not edit.

extension ContentTypeTree {
  /// The system's types, one to a line: identifier, direct supertypes, extensions (an
  /// asterisk marks the type that a shared extension stands for), MIME types, description.
  static let builtInTable: StaticString = #"""
com.apple.haptics.ahap|public.json|ahap||haptic pattern
public.aiff-audio|public.aifc-audio|aiff* aif*|audio/aiff audio/x-aiff|AIFF audio
com.apple.alias-file|public.data com.apple.resolvable|||alias
com.apple.archive|public.data public.archive|aar yaa||Apple archive
com.apple.protected-mpeg-4-audio|public.audio|m4p m4b||protected MPEG-4 audio
com.apple.protected-mpeg-4-video|com.apple.m4v-video|||protected MPEG-4 video
com.apple.applescript.text|public.script|applescript||AppleScript text
com.apple.application|public.executable|||application
com.apple.application-bundle|com.apple.application com.apple.localizable-name-bundle com.apple.package|app||application
com.apple.application-and-system-extension|com.apple.xpc-service|appex||application extension
public.archive||||archive
com.apple.arobject|public.data|arobject||AR reference object
public.assembly-source|public.source-code|s||assembly source code
public.audio|public.audiovisual-content|||audio
public.audiovisual-content|public.data public.content|||audiovisual content
public.avi|public.movie|avi vfw|video/avi video/msvideo video/x-msvideo|AVI movie
com.apple.binary-property-list|com.apple.property-list|plist||binary property list
com.microsoft.bmp|public.image|bmp|image/bmp|BMP image
public.bookmark||||bookmark
com.apple.bundle|public.directory|||bundle
public.bzip2-archive|public.data public.archive|bz2 bz|application/x-bzip2 application/x-bzip application/bzip2 application/bzip application/x-bz2|bzip2 archive
public.calendar-event||||calendar event
public.c-header|public.source-code|h||C header
public.comma-separated-values-text|public.plain-text public.delimited-values-text|csv|text/csv text/comma-separated-values|CSV document
public.composite-content|public.content|||document
public.contact||||contact
public.content||||content
public.c-plus-plus-header|public.source-code|hh hp hpp hxx h++ ipp||C++ header
public.c-plus-plus-source|public.source-code|cp cpp c++ cc cxx||C++ source code
public.c-source|public.source-code|c||C source code
public.css|public.text|css|text/css|CSS style sheet
public.data|public.item||application/octet-stream|data
public.database||||database
public.delimited-values-text|public.text|||delimited text
public.directory|public.item|||directory
public.disk-image|public.archive|||disk image
com.adobe.raw-image|public.image|dng|image/x-adobe-dng|Adobe DNG image
public.email-message|public.message|||email message
org.idpf.epub-container|public.data public.composite-content|epub|application/epub+zip|EPUB book
com.microsoft.windows-executable|public.data public.executable|exe|application/x-msdownload|Windows executable
public.executable|public.item|||executable
com.ilm.openexr-image|public.image|exr||OpenEXR image
public.file-url|public.url|||file address
com.apple.flat-rtfd|public.data public.composite-content|||rich text with attachments
public.folder|public.directory|||folder
public.font|public.data|||font
com.apple.framework|com.apple.bundle|framework||framework
public.geojson|public.json|geojson|application/geo+json|GeoJSON document
com.compuserve.gif|public.image|gif|image/gif|GIF image
org.gnu.gnu-zip-archive|public.data public.archive|gz gzip|application/x-gzip application/gzip|gzip archive
public.heic|public.heif-standard|heic|image/heic|HEIC image
public.heics|public.heif-standard|heics|image/heic-sequence|HEIC image sequence
public.heif|public.heif-standard|heif|image/heif|HEIF image
public.html|public.text|html htm shtml shtm|text/html|HTML document
com.apple.icns|public.image|icns||Apple icon image
com.microsoft.ico|public.image|ico|image/vnd.microsoft.icon|Windows icon
public.image|public.data public.content|||image
com.apple.internet-location|public.stored-url public.data|||Internet location
com.microsoft.internet-shortcut|public.stored-url public.data|url||Internet shortcut
public.item||||item
com.netscape.javascript-source|public.script public.executable|js jscript javascript|text/javascript|JavaScript script
public.jpeg|public.image|jpeg jpg jpe|image/jpeg image/jpg|JPEG image
public.jpeg-xl|public.image|jxl|image/jxl|JPEG XL image
public.json|public.text|json|application/json|JSON document
com.apple.linkpresentation.metadata|public.data|||link preview
com.apple.live-photo||||Live Photo
public.log||log||log
public.m3u-playlist|public.plain-text public.playlist|m3u m3u8|audio/mpegurl application/vnd.apple.mpegurl audio/x-mpegurl|M3U playlist
public.make-source|public.script|mk make||makefile
public.message||||message
public.midi-audio|public.audio|midi mid smf* kar|audio/midi audio/x-midi|MIDI audio
com.apple.mount-point|public.item com.apple.resolvable|||mount point
public.movie|public.audiovisual-content|||movie
public.mp3|public.audio|mp3 mpga|audio/mpeg audio/mpeg3 audio/mpg audio/mp3 audio/x-mpeg audio/x-mpeg3 audio/x-mpg audio/x-mp3|MP3 audio
public.mpeg|public.movie|mpg mpeg mpe m75 m15|video/mpeg video/mpg video/x-mpeg video/x-mpg|MPEG movie
public.mpeg-2-transport-stream|public.movie|ts||MPEG-2 transport stream
public.mpeg-2-video|public.video|m2v|video/mpeg2 video/mpeg2-video|MPEG-2 video
public.mpeg-4-audio|public.mpeg-4 public.audio|mp4 mpg4|audio/mp4 audio/mp4a-latm|MPEG-4 audio
public.mpeg-4|public.movie|mp4* mpg4*|video/mp4 video/mp4v-es|MPEG-4 movie
public.objective-c-plus-plus-source|public.source-code|mm||Objective-C++ source code
public.objective-c-source|public.source-code|m||Objective-C source code
com.apple.applescript.script|public.data public.script|scpt||compiled script
com.apple.applescript.script-bundle|com.apple.bundle com.apple.package public.script|scptd||script bundle
com.apple.package|public.directory|||package
com.adobe.pdf|public.data public.composite-content|pdf|application/pdf|PDF document
public.perl-script|public.shell-script|pl pm|text/x-perl-script|Perl script
public.php-script|public.shell-script|php php3 php4 ph3 ph4 phtml|text/php text/x-php-script application/php|PHP script
com.rsa.pkcs-12|public.data|p12 pfx|application/x-pkcs12|PKCS #12 archive
public.plain-text|public.text|txt text|text/plain|plain text
public.playlist||||playlist
com.apple.plugin|com.apple.bundle com.apple.package|plugin||plug-in
public.png|public.image|png|image/png|PNG image
public.presentation|public.composite-content|||presentation
com.apple.property-list|public.data|plist*||property list
public.python-script|public.shell-script|py|text/x-python-script|Python script
com.apple.quicklook-generator|com.apple.plugin|qlgenerator||Quick Look generator
com.apple.quicktime-movie|public.movie|mov qt|video/quicktime|QuickTime movie
public.camera-raw-image|public.image|||camera raw image
com.apple.reality|public.data|reality|model/vnd.reality|Reality file
com.apple.resolvable||||link
public.rtf|public.text|rtf|text/rtf|rich text document
com.apple.rtfd|com.apple.package public.composite-content|rtfd||rich text document with attachments
public.ruby-script|public.shell-script|rb rbw|text/x-ruby-script|Ruby script
com.apple.scenekit.scene|public.3d-content public.data|scn||SceneKit scene
public.script|public.source-code|||script
com.apple.shazamcatalog|public.data|shazamcatalog||Shazam catalog
com.apple.shazamsignature|public.data|shazamsignature||Shazam signature
public.shell-script|public.script|sh||shell script
public.source-code|public.plain-text|||source code
com.apple.metadata-importer|com.apple.plugin|mdimporter||Spotlight importer
public.spreadsheet|public.content|||spreadsheet
public.svg-image|public.image|svg svgz|image/svg+xml|SVG image
public.swift-source|public.source-code|swift||Swift source code
public.symlink|public.item com.apple.resolvable|||symbolic link
com.apple.systempreference.prefpane|com.apple.package com.apple.bundle|prefPane||settings pane
public.tab-separated-values-text|public.plain-text public.delimited-values-text|tsv|text/tab-separated-values|tab-separated values
public.tar-archive|org.gnu.gnu-tar-archive|tar|application/x-tar application/tar|tar archive
public.text|public.data public.content|||text
public.3d-content|public.content|||3D content
public.tiff|public.image|tiff tif|image/tiff|TIFF image
public.to-do-item||||to-do item
public.unix-executable|public.data public.executable|||Unix executable
public.url|public.data|||web address
com.apple.bookmark|public.data com.apple.resolvable|||bookmark
com.pixar.universal-scene-description|public.3d-content public.data|usd usda usdc||Universal Scene Description
com.pixar.universal-scene-description-mobile|public.3d-content public.data|usdz|model/vnd.usdz+zip|packed Universal Scene Description
public.utf16-external-plain-text|public.plain-text|||UTF-16 plain text
public.utf16-plain-text|public.plain-text|||UTF-16 plain text
public.utf8-plain-text|public.plain-text|||UTF-8 plain text
public.utf8-tab-separated-values-text|public.tab-separated-values-text public.utf8-plain-text|||UTF-8 tab-separated values
public.vcard|public.text public.contact|vcf vcard|text/directory text/vcard text/x-vcard|vCard
public.video|public.movie|||video
public.volume|public.folder|||volume
com.microsoft.waveform-audio|public.audio|wav wave bwf|audio/wav audio/wave|WAV audio
com.apple.webarchive|public.data public.composite-content|webarchive|application/x-webarchive|web archive
org.webmproject.webp|public.image|webp|image/webp|WebP image
public.x509-certificate|public.data|cer der crt pem|application/x-x509-ca-cert|X.509 certificate
public.xml|public.text|xml*|application/xml text/xml|XML document
com.apple.xml-property-list|public.xml com.apple.property-list|plist||XML property list
com.apple.xpc-service|com.apple.bundle com.apple.package|xpc||XPC service
public.yaml|public.text|yaml yml|application/yaml|YAML document
public.zip-archive|com.pkware.zip-archive|zip|application/zip application/x-zip-compressed|ZIP archive
ca.mcgill.mni.bic.mnc|public.image|mnc minc||
com.adobe.edn|public.data|edn||
com.adobe.encapsulated-postscript|com.adobe.postscript|eps||Encapsulated PostScript image
com.adobe.etd|public.data|etd||
com.adobe.fdf|public.data|fdf||PDF form data
com.adobe.flash.video|public.movie|flv f4v f4p f4a f4b|video/x-flv|Flash video
com.adobe.illustrator.ai-image|public.image|ai||Illustrator artwork
com.adobe.photoshop-image|public.image|psd|image/vnd.adobe.photoshop image/photoshop image/x-photoshop image/psd application/photoshop|Photoshop image
com.adobe.postscript|public.data public.composite-content|ps|application/postscript|PostScript document
com.adobe.postscript-font|public.font|||PostScript font
com.adobe.postscript-lwfn-font|com.adobe.postscript-font|||
com.adobe.postscript-pfa-font|com.adobe.postscript-font|pfa||
com.adobe.postscript-pfb-font|com.adobe.postscript-font|pfb||
com.adobe.xfdf|public.data public.composite-content|xfdf||XML form data
com.allume.stuffit-archive|public.data public.archive|||StuffIt archive
com.apple.afp-internet-location|com.apple.internet-location|afploc||
com.apple.alias-record|public.data com.apple.resolvable|||
com.apple.applesingle-archive|public.data public.archive|as||AppleSingle archive
com.apple.application-file|com.apple.application public.data|app*||application
com.apple.applications-folder|public.folder|||
com.apple.ascii-property-list|public.text com.apple.property-list|plist||text property list
com.apple.audio-unit-preset|com.apple.xml-property-list|aupreset||
com.apple.binhex-archive|public.data public.archive|hqx|application/mac-binhex40 application/mac-binhex application/binhex|BinHex archive
com.apple.bom-archive|public.archive|||
com.apple.bom-compressed-cpio|public.data com.apple.bom-archive|cpgz||
com.apple.colorsync-profile|public.data|icc icm pf||color profile
com.apple.configprofile|public.xml|configprofile||configuration profile
com.apple.coreaudio-format|public.audio|caf||Core Audio file
com.apple.crashreport|public.utf8-plain-text public.log|crash||crash report
com.apple.dashboard-widget|com.apple.localizable-name-bundle com.apple.package|wdgt||
com.apple.deprecated-application-file|com.apple.application-file|||
com.apple.drop-folder|public.folder|||
com.apple.file-internet-location|com.apple.internet-location|fileloc||
com.apple.finder.burn-folder|public.folder|fpbf||burn folder
com.apple.finder.clipping|public.data|||
com.apple.finder.pictclipping|com.apple.finder.clipping public.image|pictclipping||
com.apple.finder.smart-folder|public.data|savedSearch||smart folder
com.apple.finder.textclipping|com.apple.finder.clipping|textclipping||
com.apple.font-suitcase|public.font|suit||font suitcase
com.apple.ftp-internet-location|com.apple.internet-location|ftploc||FTP address
com.apple.garageband.project|com.apple.package public.audiovisual-content|band gbProj||GarageBand project
com.apple.generic-bundle|com.apple.bundle com.apple.package|bundle||
com.apple.generic-internet-location|com.apple.internet-location|inetloc||
com.apple.gpuRestart|public.utf8-plain-text public.log|gpuRestart||
com.apple.hangreport|public.utf8-plain-text public.log|hang||hang report
com.apple.ical.ics|public.text public.item public.calendar-event|ics|text/calendar|calendar
com.apple.ical.vcs|public.text public.item public.calendar-event|vcs vcal|text/x-vcalendar|vCalendar
com.apple.icloud-file-fault|public.data com.apple.resolvable|icloud||
com.apple.iconset|public.folder|iconset||icon set
com.apple.iMovieLibrary|com.apple.package|imovielibrary||
com.apple.iMovieTheater|com.apple.package|theater||
com.apple.ink.inktext|public.data|||
com.apple.installer-distribution-package|com.apple.bundle com.apple.package|dist distz||installer package
com.apple.installer-meta-package|com.apple.bundle com.apple.package|mpkg||installer package
com.apple.installer-package|com.apple.bundle com.apple.package|pkg||installer package
com.apple.installer-package-archive|public.data public.archive|pkg* mpkg*||installer package
com.apple.intelligentsuggestions.assets|com.apple.bundle com.apple.package|suggestionsassets||
com.apple.itunes.audible|com.audible.aa-audio|aa aax|audio/audible audio/x-pn-audibleaudio audio/x-audible|Audible audio
com.apple.itunes.store-url|public.url|itms||
com.apple.iWork.Keynote.key|com.apple.package public.presentation com.apple.keynote.key|key||Keynote presentation
com.apple.iWork.Keynote.key-tef|com.apple.package public.presentation com.apple.keynote.key|key-tef||
com.apple.iWork.Keynote.kth|com.apple.package public.presentation com.apple.keynote.kth|kth||Keynote theme
com.apple.iWork.Keynote.sffkey|public.zip-archive public.presentation|key*|application/x-iwork-keynote-sffkey|Keynote presentation
com.apple.iWork.Keynote.sffkth|public.zip-archive public.presentation|kth*|application/x-iwork-keynote-sffkth|Keynote theme
com.apple.iWork.Numbers.numbers|com.apple.package public.composite-content public.spreadsheet|numbers||Numbers spreadsheet
com.apple.iWork.Numbers.numbers-tef|com.apple.package public.composite-content public.spreadsheet|numbers-tef||
com.apple.iWork.Numbers.sffnumbers|public.zip-archive public.composite-content public.spreadsheet|numbers*|application/x-iwork-numbers-sffnumbers|Numbers spreadsheet
com.apple.iWork.Numbers.sfftemplate|public.zip-archive public.composite-content public.spreadsheet|nmbtemplate*|application/x-iwork-numbers-sfftemplate|Numbers template
com.apple.iWork.Numbers.template|com.apple.package public.composite-content public.spreadsheet|nmbtemplate||Numbers template
com.apple.iWork.Pages.pages|com.apple.package public.composite-content|pages||Pages document
com.apple.iWork.Pages.pages-tef|com.apple.package public.composite-content|pages-tef||
com.apple.iWork.Pages.sffpages|public.zip-archive public.composite-content|pages*|application/x-iwork-pages-sffpages|Pages document
com.apple.iWork.Pages.sfftemplate|public.zip-archive public.composite-content|template*|application/x-iwork-pages-sfftemplate|Pages template
com.apple.iWork.Pages.template|com.apple.package public.composite-content|template||Pages template
com.apple.keynote.key|com.apple.package public.presentation|||
com.apple.keynote.kth|com.apple.package public.presentation|||
com.apple.library-folder|public.folder|||
com.apple.localizable-name-bundle|com.apple.bundle|||
com.apple.localized-pdf-bundle|com.apple.localizable-name-bundle com.apple.package public.composite-content|lpdf||
com.apple.m4a-audio|public.mpeg-4-audio|m4a|audio/x-m4a|MPEG-4 audio
com.apple.m4v-video|public.mpeg-4|m4v|video/x-m4v|MPEG-4 video
com.apple.macbinary-archive|public.data public.archive|bin|application/macbinary application/x-macbinary|MacBinary archive
com.apple.mach-o-binary|public.unix-executable|||Mach-O binary
com.apple.mach-o-bundle|com.apple.mach-o-binary|||Mach-O bundle
com.apple.mach-o-core|com.apple.mach-o-binary|||Mach-O core dump
com.apple.mach-o-dylib|com.apple.mach-o-binary|dylib||Mach-O shared library
com.apple.mach-o-executable|com.apple.mach-o-binary|||Mach-O executable
com.apple.mach-o-object|com.apple.mach-o-binary|||Mach-O object
com.apple.macpaint-image|public.image|pntg||MacPaint image
com.apple.mail-internet-location|com.apple.internet-location|mailloc||email address
com.apple.mail.email|public.email-message public.data|eml|message/rfc822|email message
com.apple.menu-extra|com.apple.package com.apple.bundle|menu||
com.apple.mobileconfig|public.xml|mobileconfig mobile|application/x-apple-aspen-config|configuration profile
com.apple.mobileprovision|public.data|mobileprovision|application/x-apple-aspen-mobileprovision|
com.apple.mpeg-4-ringtone|public.mpeg-4-audio|m4r|audio/x-m4r|ringtone
com.apple.news-internet-location|com.apple.internet-location|newsloc||
com.apple.nspboard-type|public.text|||
com.apple.ostype|public.text|||
com.apple.panicreport|public.utf8-plain-text public.log|panic||panic report
com.apple.pef-binary|public.data public.executable|||
com.apple.pict|public.image|pict pct pic|image/pict image/x-pict image/x-macpict|PICT image
com.apple.pkpass|com.apple.bundle com.apple.package|pkpass|application/vnd.apple.pkpass|pass
com.apple.pkpass-data|public.data|pkpass*||pass
com.apple.pluginkit|com.apple.bundle com.apple.package|pluginkit||
com.apple.private.live-photo-bundle|com.apple.live-photo com.apple.bundle com.apple.package|pvt||
com.apple.provisionprofile|public.xml|provisionprofile||
com.apple.quartz-composer-composition|public.data public.executable|qtz|application/x-quartzcomposer|Quartz composition
com.apple.quicktime-image|public.image|qtif qti|image/x-quicktime|QuickTime image
com.apple.rez-source|public.source-code|r||
com.apple.server-applications-folder|public.folder|||
com.apple.servers-folder|public.folder|||
com.apple.shutdownStall|public.utf8-plain-text public.log|shutdownStall||
com.apple.spinreport|public.utf8-plain-text public.log|spin||spin report
com.apple.structured-text|public.plain-text|||
com.apple.structured-text.address|com.apple.structured-text|||postal address
com.apple.structured-text.date|com.apple.structured-text|||date
com.apple.structured-text.telephone-number|com.apple.structured-text|||telephone number
com.apple.structured-text.transit-information|com.apple.structured-text|||
com.apple.symbol-export|public.source-code|exp||
com.apple.systempreference.screen-saver|com.apple.package com.apple.bundle|saver||
com.apple.systempreference.screen-slide-saver|com.apple.package com.apple.bundle|slideSaver||
com.apple.traditional-mac-plain-text|public.plain-text|||plain text
com.apple.truetype-datafork-suitcase-font|public.truetype-font|dfont||
com.apple.txn.text-multimedia-data|public.data public.composite-content|||text with media
com.apple.web-internet-location|com.apple.internet-location|webloc||web address
com.apple.webkit-plugin|com.apple.plugin|webplugin||
com.apple.x11-mach-o-executable|com.apple.mach-o-binary|||
com.apple.xar-archive|public.data public.archive|xar||XAR archive
com.apple.xcode.dsym|com.apple.package|dsym||
com.apple.xip-archive|com.apple.xar-archive|xip||XIP archive
com.audible.aa-audio|public.audio|||Audible audio
com.avid.open-media-framework|public.audiovisual-content|omf||OMF document
com.digidesign.sd2-audio|public.audio|sd2||Sound Designer II audio
com.j2.efx-fax|public.fax|efx|image/efax|eFax document
com.j2.jfx-fax|public.fax|jfx||J2 fax
com.kodak.flashpix-image|public.image|fpx|image/fpx application/vnd.fpx|FlashPix image
com.microsoft.advanced-stream-redirector|public.audiovisual-content public.xml|asx|video/x-ms-asx|Windows Media playlist
com.microsoft.advanced-systems-format|public.audiovisual-content|asf|video/x-ms-asf|Windows Media file
com.microsoft.excel.sheet.binary.macroenabled|public.zip-archive public.composite-content public.spreadsheet public.executable|xlsb|application/vnd.ms-excel.sheet.binary.macroEnabled.12|Excel binary workbook
com.microsoft.excel.xla|public.data|xla||Excel add-in
com.microsoft.excel.xls|public.data public.composite-content public.spreadsheet|xls|application/vnd.ms-excel application/msexcel|Excel 97-2004 workbook
com.microsoft.excel.xlt|public.data public.spreadsheet|xlt|application/vnd.ms-excel application/msexcel|Excel 97-2004 template
com.microsoft.excel.xlw|public.data public.spreadsheet|xlw|application/vnd.ms-excel application/msexcel|Excel 97-2004 workspace
com.microsoft.powerpoint.pot|public.data public.presentation|pot|application/vnd.ms-powerpoint application/mspowerpoint|PowerPoint 97-2004 template
com.microsoft.powerpoint.pps|public.data public.presentation|pps|application/vnd.ms-powerpoint application/mspowerpoint|PowerPoint 97-2004 slide show
com.microsoft.powerpoint.ppt|public.data public.presentation|ppt|application/vnd.ms-powerpoint application/mspowerpoint|PowerPoint 97-2004 presentation
com.microsoft.windows-dynamic-link-library|public.data public.executable|dll|application/x-msdownload|Windows library
com.microsoft.windows-media-wax|public.audio com.microsoft.advanced-stream-redirector|wax|video/x-ms-wax|
com.microsoft.windows-media-wm|public.movie com.microsoft.advanced-systems-format|wm|video/x-ms-wm|Windows Media file
com.microsoft.windows-media-wma|public.audio com.microsoft.advanced-systems-format|wma|video/x-ms-wma|Windows Media audio
com.microsoft.windows-media-wmp|public.movie com.microsoft.advanced-systems-format|wmp|video/x-ms-wmp|
com.microsoft.windows-media-wmv|public.movie com.microsoft.advanced-systems-format|wmv|video/x-ms-wmv|Windows Media video
com.microsoft.windows-media-wmx|public.movie com.microsoft.advanced-stream-redirector|wmx|video/x-ms-wmx|
com.microsoft.windows-media-wvx|public.movie com.microsoft.advanced-stream-redirector|wvx|video/x-ms-wvx|
com.microsoft.word.doc|public.data public.composite-content|doc|application/msword|Word 97-2004 document
com.microsoft.word.dot|public.data public.composite-content|dot|application/msword|Word 97-2004 template
com.microsoft.word.wordml|public.xml public.composite-content|xml||Word 2003 XML document
com.pkware.zip-archive|public.data public.archive|||ZIP archive
com.real.realaudio|public.audio|ram ra|audio/vnd.rn-realaudio audio/x-pn-realaudio audio/x-realaudio|RealAudio
com.real.realmedia|public.movie|rm|application/vnd.rn-realmedia|RealMedia
com.real.realmedia-vbr|public.movie|rmvb|application/vnd.rn-realmedia-vbr|RealMedia
com.real.smil|public.xml|smil smi sml|application/smil|SMIL document
com.sgi.sgi-image|public.image|sgi|image/sgi|SGI image
com.soundblaster.soundfont|public.audio|sf2||SoundFont
com.stuffit.archive.sidx|com.allume.stuffit-archive|sidx|application/x-stuffitx-index application/x-sitx-index|StuffIt index
com.stuffit.archive.sit|com.allume.stuffit-archive|sit sea|application/x-stuffit application/x-sit|StuffIt archive
com.stuffit.archive.sitx|com.allume.stuffit-archive|sitx|application/x-stuffitx application/x-sitx|StuffIt X archive
com.sun.java-archive|public.zip-archive public.executable|jar|application/java-archive|Java archive
com.sun.java-class|public.data public.executable|class||Java class
com.sun.java-source|public.source-code|java jav||Java source code
com.sun.java-web-start|public.xml|jnlp|application/x-java-jnlp-file application/jnlp|Java Web Start document
com.sun.web-application-archive|com.sun.java-archive|war||Java web application
com.truevision.tga-image|public.image|tga|image/targa image/tga application/tga|TGA image
gov.nih.nifti-1|public.data|nii||
net.daringfireball.markdown|public.plain-text|md markdown mdown|text/markdown|Markdown text
org.3gpp.adaptive-multi-rate-audio|public.audio|amr|audio/amr|AMR audio
org.7-zip.7-zip-archive|public.data public.archive|7z|application/x-7z-compressed|7-Zip archive
org.aafassociation.advanced-authoring-format|public.data public.composite-content|aaf||AAF document
org.gnu.gnu-tar-archive|public.data public.archive|gtar|application/x-gtar|tar archive
org.gnu.gnu-zip-tar-archive|org.gnu.gnu-zip-archive|tgz||gzip-compressed tar archive
org.khronos.collada.digital-asset-exchange|public.xml public.audiovisual-content public.3d-content|dae||COLLADA scene
org.matroska.mkv|public.movie|mkv|video/x-matroska|Matroska movie
org.nema.dicom|public.data|dcm dicom|application/dicom|DICOM image
org.oasis-open.opendocument|public.zip-archive|||OpenDocument document
org.oasis-open.opendocument.chart|org.oasis-open.opendocument public.composite-content|odc|application/vnd.oasis.opendocument.chart|OpenDocument chart
org.oasis-open.opendocument.chart-template|org.oasis-open.opendocument public.composite-content|otc|application/vnd.oasis.opendocument.chart-template|OpenDocument chart template
org.oasis-open.opendocument.database|public.data public.content public.database|odb|application/vnd.oasis.opendocument.database|OpenDocument database
org.oasis-open.opendocument.formula|org.oasis-open.opendocument public.content|odf|application/vnd.oasis.opendocument.formula|OpenDocument formula
org.oasis-open.opendocument.formula-template|org.oasis-open.opendocument public.content|otf|application/vnd.oasis.opendocument.formula-template|OpenDocument formula template
org.oasis-open.opendocument.graphics|org.oasis-open.opendocument public.composite-content|odg|application/vnd.oasis.opendocument.graphics|OpenDocument drawing
org.oasis-open.opendocument.graphics-template|org.oasis-open.opendocument public.composite-content|otg|application/vnd.oasis.opendocument.graphics-template|OpenDocument drawing template
org.oasis-open.opendocument.image|org.oasis-open.opendocument public.image|odi|application/vnd.oasis.opendocument.image|OpenDocument image
org.oasis-open.opendocument.image-template|org.oasis-open.opendocument public.image|oti|application/vnd.oasis.opendocument.image-template|OpenDocument image template
org.oasis-open.opendocument.presentation|org.oasis-open.opendocument public.composite-content public.presentation|odp|application/vnd.oasis.opendocument.presentation|OpenDocument presentation
org.oasis-open.opendocument.presentation-template|org.oasis-open.opendocument public.composite-content public.presentation|otp|application/vnd.oasis.opendocument.presentation-template|OpenDocument presentation template
org.oasis-open.opendocument.spreadsheet|org.oasis-open.opendocument public.composite-content public.spreadsheet|ods|application/vnd.oasis.opendocument.spreadsheet|OpenDocument spreadsheet
org.oasis-open.opendocument.spreadsheet-template|org.oasis-open.opendocument public.composite-content public.spreadsheet|ots|application/vnd.oasis.opendocument.spreadsheet-template|OpenDocument spreadsheet template
org.oasis-open.opendocument.text|org.oasis-open.opendocument public.composite-content|odt|application/vnd.oasis.opendocument.text|OpenDocument text
org.oasis-open.opendocument.text-master|org.oasis-open.opendocument public.composite-content|odm|application/vnd.oasis.opendocument.text-master|OpenDocument master document
org.oasis-open.opendocument.text-template|org.oasis-open.opendocument public.composite-content|ott|application/vnd.oasis.opendocument.text-template|OpenDocument text template
org.oasis-open.opendocument.text-web|org.oasis-open.opendocument public.composite-content|oth|application/vnd.oasis.opendocument.text-web|OpenDocument HTML template
org.openoffice.formula|public.data public.content|sxm smf|application/vnd.sun.xml.math application/vnd.stardivision.math|OpenOffice.org formula
org.openoffice.graphics|public.data public.content|sxd sda|application/vnd.sun.xml.draw application/vnd.stardivision.draw|OpenOffice.org drawing
org.openoffice.graphics-template|public.data public.content|std|application/vnd.sun.xml.draw.template|OpenOffice.org drawing template
org.openoffice.presentation|public.data public.content public.presentation|sxi sdd sdp|application/vnd.sun.xml.impress application/vnd.stardivision.impress application/vnd.stardivision.impress-packed|OpenOffice.org presentation
org.openoffice.presentation-template|public.data public.content public.presentation|sti|application/vnd.sun.xml.impress.template|OpenOffice.org presentation template
org.openoffice.spreadsheet|public.data public.spreadsheet|sxc sdc|application/vnd.sun.xml.calc application/vnd.stardivision.calc|OpenOffice.org spreadsheet
org.openoffice.spreadsheet-template|public.data public.spreadsheet|stc|application/vnd.sun.xml.calc.template|OpenOffice.org spreadsheet template
org.openoffice.text|public.data public.content|sxw sdw|application/vnd.sun.xml.writer application/vnd.stardivision.writer|OpenOffice.org text
org.openoffice.text-master|public.data public.content|sxg|application/vnd.sun.xml.writer.global|OpenOffice.org master document
org.openoffice.text-template|public.data public.content|stw|application/vnd.sun.xml.writer.template|OpenOffice.org text template
org.openxmlformats.openxml|public.zip-archive|||Office Open XML document
org.openxmlformats.presentationml.presentation|org.openxmlformats.openxml public.presentation|pptx|application/vnd.openxmlformats-officedocument.presentationml.presentation|PowerPoint presentation
org.openxmlformats.presentationml.presentation.macroenabled|org.openxmlformats.openxml public.presentation public.executable|pptm|application/vnd.ms-powerpoint.presentation.macroEnabled.12|PowerPoint presentation with macros
org.openxmlformats.presentationml.slideshow|org.openxmlformats.openxml public.presentation|ppsx|application/vnd.openxmlformats-officedocument.presentationml.slideshow|PowerPoint slide show
org.openxmlformats.presentationml.slideshow.macroenabled|org.openxmlformats.openxml public.presentation public.executable|ppsm|application/vnd.ms-powerpoint.slideshow.macroEnabled.12|PowerPoint slide show with macros
org.openxmlformats.presentationml.template|org.openxmlformats.openxml public.presentation|potx|application/vnd.openxmlformats-officedocument.presentationml.template|PowerPoint template
org.openxmlformats.presentationml.template.macroenabled|org.openxmlformats.openxml public.presentation public.executable|potm|application/vnd.ms-powerpoint.template.macroEnabled.12|PowerPoint template with macros
org.openxmlformats.spreadsheetml.sheet|org.openxmlformats.openxml public.composite-content public.spreadsheet|xlsx|application/vnd.openxmlformats-officedocument.spreadsheetml.sheet|Excel workbook
org.openxmlformats.spreadsheetml.sheet.macroenabled|org.openxmlformats.openxml public.composite-content public.spreadsheet public.executable|xlsm|application/vnd.ms-excel.sheet.macroEnabled.12|Excel workbook with macros
org.openxmlformats.spreadsheetml.template|org.openxmlformats.openxml public.composite-content public.spreadsheet|xltx|application/vnd.openxmlformats-officedocument.spreadsheetml.template|Excel template
org.openxmlformats.spreadsheetml.template.macroenabled|org.openxmlformats.openxml public.composite-content public.spreadsheet public.executable|xltm|application/vnd.ms-excel.template.macroEnabled.12|Excel template with macros
org.openxmlformats.wordprocessingml.document|org.openxmlformats.openxml public.composite-content|docx|application/vnd.openxmlformats-officedocument.wordprocessingml.document|Word document
org.openxmlformats.wordprocessingml.document.macroenabled|org.openxmlformats.openxml public.composite-content public.executable|docm|application/vnd.ms-word.document.macroEnabled.12|Word document with macros
org.openxmlformats.wordprocessingml.template|org.openxmlformats.openxml public.composite-content|dotx|application/vnd.openxmlformats-officedocument.wordprocessingml.template|Word template
org.openxmlformats.wordprocessingml.template.macroenabled|org.openxmlformats.openxml public.composite-content public.executable|dotm|application/vnd.ms-word.template.macroEnabled.12|Word template with macros
org.smpte.mxf|public.movie|mxf|application/mxf|MXF movie
org.webmproject.webm|public.movie|webm|video/webm|WebM movie
org.xiph.flac|public.audio|flac|audio/flac|FLAC audio
public.3gpp|public.movie|3gp 3gpp sdv|video/3gpp audio/3gpp|3GPP movie
public.3gpp2|public.movie|3g2 3gp2|video/3gpp2 audio/3gpp2|3GPP2 movie
public.aac-audio|public.audio|aac adts|audio/aac audio/x-aac|AAC audio
public.ac3-audio|public.audio|ac3|audio/ac3|AC-3 audio
public.ada-source|public.source-code|ada adb ads||Ada source code
public.aifc-audio|public.audio|aifc aiff aif cdda|audio/aiff audio/x-aiff|AIFF-C audio
public.alembic|public.3d-content public.data|abc||Alembic scene
public.app-category||||application category
public.app-category.action-games|public.app-category.games|||action games applications
public.app-category.adventure-games|public.app-category.games|||adventure games applications
public.app-category.arcade-games|public.app-category.games|||arcade games applications
public.app-category.board-games|public.app-category.games|||board games applications
public.app-category.business|public.app-category|||business applications
public.app-category.card-games|public.app-category.games|||card games applications
public.app-category.casino-games|public.app-category.games|||casino games applications
public.app-category.developer-tools|public.app-category|||developer tools applications
public.app-category.dice-games|public.app-category.games|||dice games applications
public.app-category.education|public.app-category|||education applications
public.app-category.educational-games|public.app-category.games|||educational games applications
public.app-category.entertainment|public.app-category|||entertainment applications
public.app-category.family-games|public.app-category.games|||family games applications
public.app-category.finance|public.app-category|||finance applications
public.app-category.games|public.app-category|||games applications
public.app-category.graphics-design|public.app-category|||graphics design applications
public.app-category.healthcare-fitness|public.app-category|||healthcare fitness applications
public.app-category.kids-games|public.app-category.games|||kids games applications
public.app-category.lifestyle|public.app-category|||lifestyle applications
public.app-category.medical|public.app-category|||medical applications
public.app-category.music|public.app-category|||music applications
public.app-category.music-games|public.app-category.games|||music games applications
public.app-category.news|public.app-category|||news applications
public.app-category.photography|public.app-category|||photography applications
public.app-category.productivity|public.app-category|||productivity applications
public.app-category.puzzle-games|public.app-category.games|||puzzle games applications
public.app-category.racing-games|public.app-category.games|||racing games applications
public.app-category.reference|public.app-category|||reference applications
public.app-category.role-playing-games|public.app-category.games|||role playing games applications
public.app-category.simulation-games|public.app-category.games|||simulation games applications
public.app-category.social-networking|public.app-category|||social networking applications
public.app-category.sports|public.app-category|||sports applications
public.app-category.sports-games|public.app-category.games|||sports games applications
public.app-category.strategy-games|public.app-category.games|||strategy games applications
public.app-category.travel|public.app-category|||travel applications
public.app-category.trivia-games|public.app-category.games|||trivia games applications
public.app-category.utilities|public.app-category|||utilities applications
public.app-category.video|public.app-category|||video applications
public.app-category.weather|public.app-category|||weather applications
public.app-category.word-games|public.app-category.games|||word games applications
public.au-audio|public.audio|au snd|audio/basic|AU audio
public.audiovisual-content-collection||||media collection
public.avchd-collection|com.apple.package public.audiovisual-content-collection|avchd||AVCHD collection
public.bash-script|public.shell-script|bash||Bash script
public.c-plus-plus-inline-header|public.c-plus-plus-header|inl||C++ inline header
public.c-plus-plus-source.preprocessed|public.c-plus-plus-source public.source-code.preprocessed|ii||preprocessed C++ source code
public.c-source.preprocessed|public.c-source public.source-code.preprocessed|i||preprocessed C source code
public.case-insensitive-text|public.text|||
public.cpio-archive|public.data public.archive|cpio pax||cpio archive
public.csh-script|public.shell-script|csh||C shell script
public.downloadable-sound|public.audio|dls|audio/dls|downloadable sound
public.dv-movie|public.movie|dv dif|video/x-dv|DV movie
public.dylan-source|public.source-code|dlyan lid||Dylan source code
public.elf-binary|public.data public.executable|||ELF binary
public.enhanced-ac3-audio|public.audio|eac3 ec3|audio/eac3|Enhanced AC-3 audio
public.fax|public.image public.message|||fax
public.file-sharepoint||||
public.filename-extension|public.case-insensitive-text|||
public.flc-animation|public.movie|flc fli cel|video/flc|FLC animation
public.fortran-77-source|public.fortran-source|f77||Fortran 77 source code
public.fortran-90-source|public.fortran-source|f90||Fortran 90 source code
public.fortran-95-source|public.fortran-source|f95||Fortran 95 source code
public.fortran-source|public.source-code|f for||Fortran source code
public.geometry-definition-format|public.3d-content public.text|obj||Wavefront 3D object
public.heif-standard|public.image|||
public.jpeg-2000|public.image|jp2 jpf jpx j2k j2c|image/jp2|JPEG 2000 image
public.ksh-script|public.shell-script|ksh||Korn shell script
public.lex-source|public.source-code|l lm lmm lpp lxx||Lex source code
public.mig-source|public.source-code|defs mig||MIG definitions
public.mime-type|public.case-insensitive-text|||
public.mp2|public.audio|mp2||MP2 audio
public.mpo-image|public.image|mpo||multi-picture image
public.object-code|public.data public.executable|o||object code
public.objective-c-plus-plus-source.preprocessed|public.objective-c-plus-plus-source public.source-code.preprocessed|mii||preprocessed Objective-C++ source code
public.objective-c-source.preprocessed|public.objective-c-source public.source-code.preprocessed|mi||preprocessed Objective-C source code
public.opentype-collection-font|public.opentype-font|otc*||OpenType font collection
public.opentype-font|public.font|otf*||OpenType font
public.pascal-source|public.source-code|pas||Pascal source code
public.patch-file|public.plain-text|patch diff||patch
public.pls-playlist|public.text public.playlist|pls|audio/x-scpls|PLS playlist
public.polygon-file-format|public.3d-content public.data|ply||Polygon File Format object
public.precompiled-c-header|public.source-code|pch||precompiled C header
public.precompiled-c-plus-plus-header|public.source-code|pch++||precompiled C++ header
public.rss|public.xml|rss|application/rss+xml|RSS feed
public.source-code.preprocessed|public.source-code|||
public.standard-tesselated-geometry-format|public.3d-content public.data|stl||STL 3D object
public.stored-url||||
public.tar-bzip2-archive|public.bzip2-archive|tbz2 tbz||bzip2-compressed tar archive
public.tcsh-script|public.shell-script|tcsh||TENEX C shell script
public.truetype-collection-font|public.truetype-font|ttc||TrueType font collection
public.truetype-font|public.font|||TrueType font
public.truetype-ttf-font|public.truetype-font|ttf||TrueType font
public.ulaw-audio|public.audio|ul ulw ulaw||u-law audio
public.url-name|public.data|||name of a web address
public.uuencoded-archive|public.data public.archive|uu|text/x-uuencode|uuencoded archive
public.voice-audio|public.audio|||voice recording
public.xbitmap-image|public.image|xbm|image/x-xbitmap|X bitmap image
public.xfd|public.xml|xfd||
public.xhtml|public.xml|xhtml xhtm xht|application/xhtml+xml|XHTML document
public.yacc-source|public.source-code|y ym ymm ypp yxx||Yacc grammar
public.z-archive|public.data public.archive|z|application/x-compress|Unix-compressed archive
public.zsh-script|public.shell-script|zsh||Z shell script
"""#
}
