internal import FresnelPlatform

/// Files that a desktop runs, installs or follows to something else when they are opened, though they are not executable.
///
/// They are what shared-mime-info 2.4 has as executables, starters, links and packages, by the ends of their names and by
/// the first bytes that it knows them by; and what Wine, Java, Flatpak and the software centres add. Documents are none,
/// with macros or without, nor are source texts and scripts, which desktops open in an editor: a script that a desktop
/// would run is executable.
enum ProgramFile {
  /// Whether a file's name ends as those of such files do.
  static func hasName(_ path: String) -> Bool {
    let name = FileSystem.lastComponent(of: path).lowercased()
    guard let dot = name.lastIndex(of: ".") else { return false }
    return extensions.contains(String(name[name.index(after: dot)...]))
  }

  /// Whether a file's first bytes are those of such files, which desktops recognise whatever the file is called.
  static func hasContent(_ path: String) -> Bool {
    // What cannot be read cannot be told from a program.
    guard let start = try? FileSystem.beginning(ofRegularFile: path, byteCount: 1024) else {
      return true
    }
    func has(_ bytes: some Sequence<UInt8>, at place: Int) -> Bool {
      start.count > place && start[place...].starts(with: bytes)
    }
    if beginnings.contains(where: { has($0, at: 0) }) { return true }
    let isArchiveOfJava = has("PK".utf8, at: 0) && has("META-INF/".utf8, at: 30)
    // Python's number of the version, which is none of a text, and the end of a line.
    let isPython =
      has([0x0D, 0x0A], at: 2)
      && (0x0B...0x0F ~= start[1] || has([0x03, 0xF3], at: 0) || has([0x99, 0x4E], at: 0))
    let isFlash = start.count > 3 && has("WS".utf8, at: 1) && "FCZ".utf8.contains(start[0])
    let isSymbian = has([0x19, 0x04, 0x00, 0x10], at: 8)
    if isArchiveOfJava || isPython || isFlash && start[3] < 0x20 || isSymbian { return true }
    let text = String(decoding: start, as: UTF8.self).lowercased()
    return texts.contains { text.contains($0) } || hasStart(text.prefix(256))
  }

  /// Whether a text begins as XML of Java's or of Nautilus' starters does, or as a link of older versions of Windows.
  private static func hasStart(_ text: Substring) -> Bool {
    text.contains("<jnlp") || text.contains("<nautilus_object nautilus_link")
      || text.hasPrefix("[default]") && text.contains("baseurl=")
  }

  // MARK: - Tables

  private static let extensions = Set(
    // Starters and links to other things
    ("desktop kdelnk directory theme service url webloc website inetloc fileloc lnk pif scf kexis jad plasmoid "
      // Programs for Windows, and what has it run or install something
      + "exe com bat cmd msi msp mst msu msix msixbundle appx appxbundle appinstaller application appref-ms xbap scr cpl "
      + "hta vb vbs vbe ws wsf wsh wsc sct jse ps1 psm1 ps1xml reg inf ins isp job shb shs msc gadget diagcab "
      + "settingcontent-ms search-ms library-ms hlp dll ocx sys "
      // Programs for Java, Python, Flash and others that have no bit for it
      + "jar jnlp class appimage run love swf spl air pyz pyzw pyc pyo scpt scptd workflow 3dsx "
      // Packages and extensions
      + "flatpak xdgapp flatpakref flatpakrepo snap deb udeb rpm spm apk apkm xapk sis sisx ipa pkg mpkg xpi crx oxt vsix "
      + "kwinscript click")
      .split(separator: " ").map(String.init))

  private static let beginnings: [[UInt8]] = [
    // ELF, AppImages among them; programs for Windows, old and new Macs, Java
    [0x7F] + Array("ELF".utf8), Array("MZ".utf8), Array("Joy!peff".utf8),
    [0xFE, 0xED, 0xFA, 0xCE], [0xFE, 0xED, 0xFA, 0xCF], [0xCE, 0xFA, 0xED, 0xFE],
    [0xCF, 0xFA, 0xED, 0xFE], [0xCA, 0xFE, 0xBA, 0xBE], Array("3DSX".utf8),
    // Links of Windows, and what changes its registry
    [0x4C, 0, 0, 0, 1, 0x14, 2, 0], Array("REGEDIT".utf8),
    Array("Windows Registry Editor".utf8), [0xFF, 0xFE] + "Windows Reg".utf8.flatMap { [$0, 0] },
    // Packages: Debian's, RPM, Flatpak, images of which snaps are made, extensions of Chrome
    Array("!<arch>\ndebian".utf8), [0xED, 0xAB, 0xEE, 0xDB],
    Array("flatpak\0".utf8), Array("xdg-app\0".utf8), Array("hsqs".utf8), Array("sqsh".utf8),
    Array("Cr24".utf8), Array("MIDlet-".utf8),
    // What counts as a desktop file, wherever the rest of it is
    Array("# Config File".utf8), Array("# KDE Config File".utf8),
  ]

  /// In small letters: groups of files that say what is run, opened or installed.
  private static let texts = [
    "desktop entry]", "[desktop action", "[internetshortcut", "[flatpak ref]", "[flatpak repo]",
  ]
}
