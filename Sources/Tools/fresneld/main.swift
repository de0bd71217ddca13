import SpotlightDaemon

DaemonMain.run(CommandLine.arguments)
