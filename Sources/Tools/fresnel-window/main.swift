import DesktopService

WindowCallMain.run(CommandLine.arguments)
