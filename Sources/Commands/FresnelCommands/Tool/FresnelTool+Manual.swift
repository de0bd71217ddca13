internal import CommandKit

extension FresnelTool {
  /// What the manual says besides the commands.
  static let manual = ManualTexts(
    summary: "search the items of applications",
    description: """
      Fresnel keeps a searchable index of the items that applications hand over, and of what this \
      machine holds: installed applications, manual pages and packages.

      Without a command on a terminal, fresnel opens the interactive search: results follow each \
      keystroke, the arrow keys choose, Enter opens, Esc leaves. Without a terminal it prints the \
      results of a few sample queries and how to go on.
      """,
    environment: [
      ("FRESNEL_STORE", "the directory of the store to use instead of the person's own"),
      ("NO_COLOR", "when set and not empty, nothing is coloured"),
      (
        "XDG_DATA_HOME",
        "where stores and the person's applications are; ~/.local/share by default"
      ),
      ("XDG_DATA_DIRS", "where the system's applications and their manifests are looked for"),
      ("XDG_CONFIG_HOME", "where the settings of applications are; ~/.config by default"),
      (
        "XDG_STATE_HOME",
        "where the state of the daemon and of links, and the logs of extensions, are; ~/.local/state by default"
      ),
      (
        "XDG_RUNTIME_DIR",
        "where the daemon is found, a directory of the person's alone; without it there is none"
      ),
      (
        "FRESNEL_DAEMON_PATIENCE", "how many seconds a command waits for the daemon; 30 if not set"
      ),
      ("MANPATH", "where pages are looked for by \"fresnel import manuals\""),
      ("LC_ALL, LC_MESSAGES, LANG", "the language of application names and manual pages"),
    ],
    files: [
      ("$XDG_DATA_HOME/fresnel/store", "the person's own store"),
      ("$XDG_DATA_HOME/fresnel/embedded/*", "the stores of applications, one each"),
      ("$XDG_DATA_HOME/fresnel/apps/*.plist", "the manifests of applications"),
      ("$XDG_CONFIG_HOME/fresnel/settings.json", "what holds for applications"),
    ],
    seeAlso: [("man", 1), ("xdg-open", 1), ("fresneld", 8)])
}
