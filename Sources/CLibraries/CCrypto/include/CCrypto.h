#pragma once

#include <stddef.h>
#include <stdint.h>

// Signed files (CMS SignedData), checked with libcrypto.

/// What became of checking a signed file; the checks come in this order.
enum fresnel_cms_outcome {
  /// All is right.
  FRESNEL_CMS_VALID = 0,
  /// It is no SignedData in DER, has something behind it, or more than eight signers.
  FRESNEL_CMS_SYNTAX = 1,
  /// It holds no content.
  FRESNEL_CMS_NO_CONTENT = 2,
  /// A digest or a signature is wrong, or there is none.
  FRESNEL_CMS_SIGNATURE = 3,
  /// A signer's chain does not end at a trusted root.
  FRESNEL_CMS_UNTRUSTED = 4,
  /// A certificate of a chain is not valid at the time.
  FRESNEL_CMS_EXPIRED = 5,
  /// A signer's certificate is not for the host.
  FRESNEL_CMS_HOST = 6,
  /// There is no memory, or the trusted roots can't be read.
  FRESNEL_CMS_FAILED = 7,
  /// A digest is one that can be forged: looked at before the signatures.
  FRESNEL_CMS_WEAK_DIGEST = 8,
  /// A certificate of a chain has a key or a digest that can be forged: looked at with the chains.
  FRESNEL_CMS_WEAK_CHAIN = 9,
};

/// Checks a signed file and hands out its content.
///
/// `roots` are trusted certificates in PEM, or NULL for those of the system. `host` is a host name in ASCII, `now`
/// seconds since 1970. `content` becomes NULL or bytes that `fresnel_cms_free` frees; it is set only when all is
/// right. `names` takes names that the first signer's certificate is for, with commas between them and a NUL at the
/// end, cut to `names_count` bytes, which has to be more than none.
enum fresnel_cms_outcome fresnel_cms_open(
    const void *bytes, size_t count, const void *roots, size_t roots_count, const char *host,
    int64_t now, uint8_t **content, size_t *content_count, char *names, size_t names_count);

/// Frees a content.
void fresnel_cms_free(uint8_t *content);
