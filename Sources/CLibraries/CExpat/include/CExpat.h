// The part of expat that Fresnel uses: a text is told element by element. A document type is refused, or at most one
// may be named that the text does not write out, so nothing is fetched and nothing expands. Nothing here keeps state of
// its own.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// What stands between the namespace and the local part of a name: a character that no text of XML holds.
#define FRESNEL_XML_SEPARATOR 12

/// Who is told. Each returns whether to go on; lines count from 1, columns, in characters, from 0.
typedef struct fresnel_xml_handlers {
  void *context;
  /// An element begins; names and values of its attributes take turns, with NULL behind the last.
  bool (*start)(
    void *context, const char *name, const char *const *attributes, uint64_t line, uint64_t column);
  /// An element ends.
  bool (*end)(void *context, const char *name, uint64_t line, uint64_t column);
  /// Some of a text.
  bool (*text)(void *context, const char *text, size_t count, uint64_t line, uint64_t column);
} fresnel_xml_handlers;

/// How reading ended.
typedef enum fresnel_xml_result {
  /// At the end of the text.
  fresnel_xml_done,
  /// Because a handler said so.
  fresnel_xml_stopped,
  /// At something that is not well-formed.
  fresnel_xml_malformed,
  /// At a document type that is not allowed.
  fresnel_xml_document_type,
  /// At an entity that only a document type elsewhere could define.
  fresnel_xml_unknown_entity,
  /// At an element that nests too deeply.
  fresnel_xml_too_deep,
  /// At a tag, comment or the like that is too long.
  fresnel_xml_too_long,
  /// For want of memory.
  fresnel_xml_no_memory,
} fresnel_xml_result;

/// Where reading ended.
typedef struct fresnel_xml_end {
  uint64_t line;
  uint64_t column;
  /// What is not well-formed, in English; never NULL.
  const char *reason;
} fresnel_xml_end;

/// Reads a text that comes in pieces.
typedef struct fresnel_xml_reader fresnel_xml_reader;

/// What a reader takes.
typedef struct fresnel_xml_options {
  /// How deeply elements may nest.
  uint32_t depth;
  /// About how many bytes a tag may have.
  size_t token;
  /// Whether the text says its encoding; otherwise it is in UTF-8.
  bool detects_encoding;
} fresnel_xml_options;

/// Makes a reader; NULL for want of memory. `document_type` is the one that may be named, NULL where none may be.
fresnel_xml_reader *fresnel_xml_create(
  fresnel_xml_options options, const char *document_type, const fresnel_xml_handlers *handlers);

/// Reads a piece, after which nothing comes if it is the last. Once reading has ended otherwise, nothing more is read.
fresnel_xml_result fresnel_xml_feed(
  fresnel_xml_reader *reader, const uint8_t *bytes, size_t count, bool is_last);

/// Where reading is, and what is wrong there.
fresnel_xml_end fresnel_xml_place(const fresnel_xml_reader *reader);

/// Ends a reader.
void fresnel_xml_destroy(fresnel_xml_reader *reader);
