#include "CExpat.h"

#include <expat.h>
#include <stdlib.h>
#include <string.h>

typedef struct fresnel_xml_reader {
  XML_Parser parser;
  fresnel_xml_handlers handlers;
  fresnel_xml_result result;
  fresnel_xml_options options;
  // The name of the document type that is allowed, or NULL.
  char *document_type;
  uint32_t depth;
  // How many bytes were given.
  uint64_t count;
} reading;

static uint64_t line_of(XML_Parser parser) { return XML_GetCurrentLineNumber(parser); }

static uint64_t column_of(XML_Parser parser) { return XML_GetCurrentColumnNumber(parser); }

// Stops at the present place. expat may still tell what it knows already, so the handlers look at the result.
static void stop(reading *reading, fresnel_xml_result result) {
  reading->result = result;
  XML_StopParser(reading->parser, XML_FALSE);
}

static void start(void *context, const XML_Char *name, const XML_Char **attributes) {
  reading *reading = context;
  if (reading->result != fresnel_xml_done) {
    return;
  }
  if (++reading->depth > reading->options.depth) {
    stop(reading, fresnel_xml_too_deep);
  } else if (!reading->handlers.start(
                 reading->handlers.context, name, (const char *const *)attributes,
                 line_of(reading->parser), column_of(reading->parser))) {
    stop(reading, fresnel_xml_stopped);
  }
}

static void end(void *context, const XML_Char *name) {
  reading *reading = context;
  if (reading->result != fresnel_xml_done) {
    return;
  }
  reading->depth -= 1;
  if (!reading->handlers.end(
          reading->handlers.context, name, line_of(reading->parser),
          column_of(reading->parser))) {
    stop(reading, fresnel_xml_stopped);
  }
}

static void text(void *context, const XML_Char *text, int count) {
  reading *reading = context;
  if (reading->result != fresnel_xml_done) {
    return;
  }
  if (!reading->handlers.text(
          reading->handlers.context, text, (size_t)count, line_of(reading->parser),
          column_of(reading->parser))) {
    stop(reading, fresnel_xml_stopped);
  }
}

static void begin_document_type(
    void *context, const XML_Char *name, const XML_Char *system, const XML_Char *public,
    int has_subset) {
  (void)system, (void)public;
  reading *reading = context;
  if (reading->result != fresnel_xml_done) {
    return;
  }
  if (reading->document_type == NULL || has_subset || strcmp(name, reading->document_type) != 0) {
    stop(reading, fresnel_xml_document_type);
  }
}

// expat leaves out an entity that a document type elsewhere may define.
static void skipped_entity(void *context, const XML_Char *name, int is_parameter) {
  (void)name, (void)is_parameter;
  reading *reading = context;
  if (reading->result == fresnel_xml_done) {
    stop(reading, fresnel_xml_unknown_entity);
  }
}

fresnel_xml_reader *fresnel_xml_create(
    fresnel_xml_options options, const char *document_type,
    const fresnel_xml_handlers *handlers) {
  reading *reading = calloc(1, sizeof(*reading));
  if (reading == NULL) {
    return NULL;
  }
  const char *encoding = options.detects_encoding ? NULL : "UTF-8";
  reading->parser = XML_ParserCreateNS(encoding, FRESNEL_XML_SEPARATOR);
  reading->document_type = document_type == NULL ? NULL : strdup(document_type);
  if (reading->parser == NULL || (document_type != NULL && reading->document_type == NULL)) {
    fresnel_xml_destroy(reading);
    return NULL;
  }
  reading->handlers = *handlers;
  reading->result = fresnel_xml_done;
  reading->options = options;
  XML_SetUserData(reading->parser, reading);
  XML_SetElementHandler(reading->parser, start, end);
  XML_SetCharacterDataHandler(reading->parser, text);
  XML_SetStartDoctypeDeclHandler(reading->parser, begin_document_type);
  XML_SetSkippedEntityHandler(reading->parser, skipped_entity);
  return reading;
}

// Gives expat the text in pieces, because it looks at an unfinished tag anew with every one.
fresnel_xml_result fresnel_xml_feed(
    fresnel_xml_reader *reading, const uint8_t *bytes, size_t count, bool is_last) {
  static const size_t piece = 65536;
  size_t position = 0;
  if (reading->result != fresnel_xml_done) {
    return reading->result;
  }
  do {
    size_t next = count - position < piece ? count - position : piece;
    bool is_end = is_last && position + next == count;
    // An empty piece may have no address.
    const char *start = next == 0 ? "" : (const char *)bytes + position;
    enum XML_Status status = XML_Parse(reading->parser, start, (int)next, is_end);
    position += next;
    reading->count += next;
    if (status == XML_STATUS_ERROR) {
      if (reading->result == fresnel_xml_done) {
        reading->result = XML_GetErrorCode(reading->parser) == XML_ERROR_NO_MEMORY
                              ? fresnel_xml_no_memory
                              : fresnel_xml_malformed;
      }
      return reading->result;
    }
    // How much is not understood yet.
    XML_Index known = XML_GetCurrentByteIndex(reading->parser);
    if (!is_end && known >= 0 && reading->count - (uint64_t)known > reading->options.token + piece) {
      reading->result = fresnel_xml_too_long;
      return reading->result;
    }
  } while (position < count);
  return reading->result;
}

fresnel_xml_end fresnel_xml_place(const fresnel_xml_reader *reading) {
  const char *reason = XML_ErrorString(XML_GetErrorCode(reading->parser));
  return (fresnel_xml_end){
      line_of(reading->parser), column_of(reading->parser),
      reason == NULL ? "not well-formed" : reason};
}

void fresnel_xml_destroy(fresnel_xml_reader *reading) {
  XML_ParserFree(reading->parser);
  free(reading->document_type);
  free(reading);
}
