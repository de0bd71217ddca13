import Foundation
import Testing

@testable import UniformTypeIdentifiers

@Suite("URLs, paths and files")
struct URLAdditionsTests {
  private let folder = URL(fileURLWithPath: "/photos", isDirectory: true)

  @Test("a name gets the type's extension unless it has a fitting one")
  func namesGetExtensions() throws {
    #expect(folder.appendingPathComponent("cat", conformingTo: .jpeg).path == "/photos/cat.jpeg")
    #expect(folder.appendingPathComponent("cat.JPG", conformingTo: .jpeg).path == "/photos/cat.JPG")
    #expect(
      folder.appendingPathComponent("cat.png", conformingTo: .jpeg).path == "/photos/cat.png.jpeg")
    #expect(folder.appendingPathComponent("cat", conformingTo: .data).path == "/photos/cat")
    #expect(folder.appendingPathComponent("v1.2", conformingTo: .png).path == "/photos/v1.2.png")
    #expect(folder.appendingPathComponent("album", conformingTo: .folder).hasDirectoryPath)
    var url = folder
    url.appendPathComponent("cat", conformingTo: .png)
    #expect(url.path == "/photos/cat.png")
  }

  @Test("a path gets the type's extension once")
  func pathsGetExtensions() throws {
    var url = folder.appendingPathComponent("cat")
    #expect(url.appendingPathExtension(for: .png).lastPathComponent == "cat.png")
    url.appendPathExtension(for: .png)
    url.appendPathExtension(for: .png)
    #expect(url.lastPathComponent == "cat.png")
    #expect(("a/cat" as NSString).appendingPathExtension(for: .pdf) == "a/cat.pdf")
    #expect(("a/cat.pdf" as NSString).appendingPathExtension(for: .pdf) == "a/cat.pdf")
    #expect(("a" as NSString).appendingPathComponent("cat", conformingTo: .pdf) == "a/cat.pdf")
    let object = NSURL(fileURLWithPath: "/a/cat")
    #expect(object.appendingPathExtension(for: .gif).lastPathComponent == "cat.gif")
    #expect(object.appendingPathComponent("b", conformingTo: .gif).path == "/a/cat/b.gif")
  }

  @Test("a file on disk has the type of its extension or of its kind")
  func typesOfFiles() throws {
    try withTemporaryDirectory { directory in
      let manager = FileManager.default
      func type(_ name: String) throws -> UTType? {
        try directory.appendingPathComponent(name).resourceValues(forKeys: [.contentTypeKey])
          .contentType
      }
      for name in ["photo.JPG", "plain-qqx", "tool-qqx"] {
        try Data().write(to: directory.appendingPathComponent(name))
      }
      for name in ["folder", "Editor.app", "images.png"] {
        try manager.createDirectory(
          at: directory.appendingPathComponent(name), withIntermediateDirectories: false)
      }
      try manager.setAttributes(
        [.posixPermissions: 0o755], ofItemAtPath: directory.appendingPathComponent("tool-qqx").path)
      try manager.createSymbolicLink(
        at: directory.appendingPathComponent("link.png"),
        withDestinationURL: directory.appendingPathComponent("photo.JPG"))
      #expect(try type("photo.JPG") == .jpeg)
      #expect(try type("plain-qqx") == .data)
      #expect(try type("tool-qqx") == .unixExecutable)
      #expect(try type("folder") == .folder)
      #expect(try type("images.png") == .folder)
      #expect(try type("Editor.app") == .applicationBundle)
      #expect(try type("link.png") == .symbolicLink)
      #expect(try type("missing.png") == nil)
      #expect(UTType(fileAtPath: "/") == .volume)
      #expect(UTType(fileAtPath: "/dev/null") == .item)
      let unasked = try directory.resourceValues(forKeys: [.isDirectoryKey])
      #expect(unasked.contentType == nil)
      let both = try directory.resourceValues(forKeys: [.contentTypeKey, .isDirectoryKey])
      #expect(both.contentType == .folder && both.isDirectory == true)
    }
  }
}
