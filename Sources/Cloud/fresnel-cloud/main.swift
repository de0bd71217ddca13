import CloudCommands

// Everything the tool does is in the library, where tests reach it.
CloudTool.main()
