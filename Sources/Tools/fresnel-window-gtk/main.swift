import DesktopWindow

WindowMain.run(CommandLine.arguments)
