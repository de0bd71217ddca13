// Bytes and characters of pages. *Plain* is a character of well-formed UTF-8 that gumbo hands on as it is: it replaces
// controls and noncharacters.
#pragma once
#include <stdbool.h>
#include <stddef.h>

/// Whether a byte is white space in HTML.
static inline bool is_space(char byte) {
  return byte == ' ' || byte == '\n' || byte == '\t' || byte == '\f' || byte == '\r';
}

/// Whether a byte is a letter of ASCII.
static inline bool is_letter(char byte) { return (byte | 0x20) >= 'a' && (byte | 0x20) <= 'z'; }

/// The length of the character at a place before the end; 0 where gumbo may replace it, or it is none.
size_t plain_character(const char *text, size_t start, size_t end);
/// Whether all characters from a place to the end stay as they are.
bool is_plain(const char *text, size_t start, size_t end);

/// A character reference, and what it stands for.
typedef struct plain_reference {
  const char *name;
  const char *text;
} plain_reference;

/// The reference at a place, where an ampersand stands; NULL where it is not one of those that are plain.
const plain_reference *plain_reference_at(const char *text, size_t start, size_t end);
/// Where the first ampersand stands that begins no plain reference; the end where none does.
size_t plain_references_end(const char *text, size_t start, size_t end);
