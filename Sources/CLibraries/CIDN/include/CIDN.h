// Names of hosts: what ICU knows of international domain names (UTS #46), and what libpsl knows of
// public suffixes, behind declarations of their own. Text is UTF-8. Every function may be called from
// several threads at once; nothing that they return needs to be freed.
#pragma once
#include <stdint.h>

/// Writes the ASCII form of a domain name, without a zero behind it; returns its length.
///
/// As the URL Standard asks: the mapping of UTS #46 without transitional processing, with checks of
/// joiners and of directions, and without those of hyphens and of the lengths that DNS allows. Returns -1
/// when the name has no such form, when it doesn't fit, or when ICU's data is missing.
int32_t fresnel_domain_to_ascii(const char *name, int32_t count, char *out, int32_t capacity);

/// The offset at which the registrable domain of a host begins, or -1 when it has none.
///
/// The host, which ends with a zero, is in lower case: ASCII or Unicode, but not both in one label.
int32_t fresnel_registrable_domain(const char *host);
