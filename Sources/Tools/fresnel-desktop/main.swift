import DesktopService

DesktopMain.run(CommandLine.arguments)
