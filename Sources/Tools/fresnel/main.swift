import FresnelCommands

// Everything the tool does is in the library, where tests reach it.
FresnelTool.main()
