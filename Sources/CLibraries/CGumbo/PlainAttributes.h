// Attributes that are written so plainly that they are read without gumbo.
#pragma once
#include <stdbool.h>
#include <stddef.h>

/// The most attributes of a tag that are read so: each is compared with those before it.
#define PLAIN_ATTRIBUTES 16

/// An attribute in the text of a tag. The value is empty where there is none.
typedef struct plain_attribute {
  size_t name;
  size_t name_count;
  size_t value;
  size_t value_count;
} plain_attribute;

/// Reads an attribute and the white space before it. Its name has letters, digits and `-_:.` only; its value stands in
/// quotation marks.
///
/// Returns the place behind it; 0 where none begins that is as plain.
size_t plain_attribute_read(
    const char *text, size_t start, size_t end, plain_attribute *attribute);

/// Where the attributes of a tag end that are all plain, behind the last one; 0 where they are not. Their values have
/// no references but a few that end with a semicolon, and nothing else that gumbo replaces.
size_t plain_attributes_end(const char *text, size_t start, size_t end);
