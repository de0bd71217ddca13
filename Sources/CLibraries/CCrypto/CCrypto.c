#include "CCrypto.h"

#include <limits.h>
#include <openssl/cms.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <stdlib.h>
#include <string.h>

enum {
  most_signers = 8,
  /// The longest chain, from a signer to a root.
  most_certificates = 8,
  /// What libcrypto calls 112 bits: no SHA-1, RSA keys of 2,048 bits at least.
  security_level = 2,
  /// The shortest digest that is relied on, SHA-224's, in bytes.
  least_digest = 28,
};

static void append(char *names, size_t count, const unsigned char *name, int length) {
  size_t used = strlen(names);
  if (length <= 0 || used + (used > 0 ? 2 : 0) + (size_t)length >= count) return;
  if (used > 0) {
    memcpy(names + used, ", ", 2);
    used += 2;
  }
  memcpy(names + used, name, (size_t)length);
  names[used + (size_t)length] = 0;
}

static void list_names(X509 *certificate, char *names, size_t count) {
  GENERAL_NAMES *all = X509_get_ext_d2i(certificate, NID_subject_alt_name, NULL, NULL);
  for (int i = 0; i < sk_GENERAL_NAME_num(all); i++) {
    const GENERAL_NAME *name = sk_GENERAL_NAME_value(all, i);
    if (name->type != GEN_DNS) continue;
    append(names, count, ASN1_STRING_get0_data(name->d.dNSName),
           ASN1_STRING_length(name->d.dNSName));
  }
  if (all != NULL) {
    GENERAL_NAMES_free(all);
    return;
  }
  X509_NAME *subject = X509_get_subject_name(certificate);
  int index = X509_NAME_get_index_by_NID(subject, NID_commonName, -1);
  if (index < 0) return;
  unsigned char *text = NULL;
  int length =
      ASN1_STRING_to_UTF8(&text, X509_NAME_ENTRY_get_data(X509_NAME_get_entry(subject, index)));
  if (length < 0) return;
  append(names, count, text, length);
  OPENSSL_free(text);
}

static X509_STORE *trusted(const void *roots, size_t count) {
  X509_STORE *store = X509_STORE_new();
  if (store == NULL) return NULL;
  if (roots == NULL) {
    if (X509_STORE_set_default_paths(store) == 1) return store;
    X509_STORE_free(store);
    return NULL;
  }
  BIO *source = count <= INT_MAX ? BIO_new_mem_buf(roots, (int)count) : NULL;
  X509 *root;
  while (source != NULL && (root = PEM_read_bio_X509(source, NULL, NULL, NULL)) != NULL) {
    X509_STORE_add_cert(store, root);
    X509_free(root);
  }
  BIO_free(source);
  return store;
}

/// Looks whether a chain leads from a certificate to a root, at a time or at any.
static int chain_error(
    X509_STORE *store, X509 *signer, STACK_OF(X509) *others, int64_t now, int any_time) {
  int error = X509_V_ERR_UNSPECIFIED;
  X509_STORE_CTX *context = X509_STORE_CTX_new();
  if (context != NULL && X509_STORE_CTX_init(context, store, signer, others) == 1) {
    X509_VERIFY_PARAM *parameters = X509_STORE_CTX_get0_param(context);
    X509_VERIFY_PARAM_set_auth_level(parameters, security_level);
    X509_VERIFY_PARAM_set_depth(parameters, most_certificates);
    // A time that is set would be looked at all the same.
    if (any_time) {
      X509_VERIFY_PARAM_set_flags(parameters, X509_V_FLAG_NO_CHECK_TIME);
    } else {
      X509_VERIFY_PARAM_set_time(parameters, (time_t)now);
    }
    error = X509_V_OK;
    if (X509_verify_cert(context) != 1) {
      error = X509_STORE_CTX_get_error(context);
      if (error == X509_V_OK) error = X509_V_ERR_UNSPECIFIED;
    }
  }
  X509_STORE_CTX_free(context);
  return error;
}

static int is_weakness(int error) {
  return error == X509_V_ERR_CA_MD_TOO_WEAK || error == X509_V_ERR_EE_KEY_TOO_SMALL ||
         error == X509_V_ERR_CA_KEY_TOO_SMALL;
}

/// Whether one of the digests that are signed is so short that another content can have the same.
static int has_weak_digest(STACK_OF(CMS_SignerInfo) *infos) {
  for (int i = 0; i < sk_CMS_SignerInfo_num(infos); i++) {
    X509_ALGOR *algorithm = NULL;
    CMS_SignerInfo_get0_algs(sk_CMS_SignerInfo_value(infos, i), NULL, NULL, &algorithm, NULL);
    const ASN1_OBJECT *name = NULL;
    if (algorithm != NULL) X509_ALGOR_get0(&name, NULL, NULL, algorithm);
    const EVP_MD *digest = name == NULL ? NULL : EVP_get_digestbyobj(name);
    // One that is not known fails where the signature is looked at.
    if (digest != NULL && EVP_MD_get_size(digest) < least_digest) return 1;
  }
  return 0;
}

static enum fresnel_cms_outcome check_signers(
    CMS_ContentInfo *cms, X509_STORE *store, const char *host, int64_t now, char *names,
    size_t names_count) {
  STACK_OF(CMS_SignerInfo) *infos = CMS_get0_SignerInfos(cms);
  STACK_OF(X509) *others = CMS_get1_certs(cms);
  enum fresnel_cms_outcome outcome = FRESNEL_CMS_VALID;
  // Each check is made of all signers before the next one, so that the first thing that is wrong is told.
  for (int check = 0; check < 3 && outcome == FRESNEL_CMS_VALID; check++) {
    for (int i = 0; i < sk_CMS_SignerInfo_num(infos) && outcome == FRESNEL_CMS_VALID; i++) {
      X509 *signer = NULL;
      CMS_SignerInfo_get0_algs(sk_CMS_SignerInfo_value(infos, i), NULL, &signer, NULL, NULL);
      if (signer == NULL) {
        outcome = FRESNEL_CMS_SIGNATURE;
      } else if (check == 0) {
        if (i == 0) list_names(signer, names, names_count);
        int error = chain_error(store, signer, others, now, 1);
        if (error != X509_V_OK) {
          outcome = is_weakness(error) ? FRESNEL_CMS_WEAK_CHAIN : FRESNEL_CMS_UNTRUSTED;
        }
      } else if (check == 1) {
        if (chain_error(store, signer, others, now, 0) != X509_V_OK) {
          outcome = FRESNEL_CMS_EXPIRED;
        }
      } else if (X509_check_host(
                     signer, host, strlen(host), X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS, NULL) != 1) {
        outcome = FRESNEL_CMS_HOST;
      }
    }
  }
  sk_X509_pop_free(others, X509_free);
  return outcome;
}

static enum fresnel_cms_outcome open_signed(
    CMS_ContentInfo *cms, X509_STORE *store, const char *host, int64_t now, BIO *copy,
    char *names, size_t names_count) {
  if (OBJ_obj2nid(CMS_get0_type(cms)) != NID_pkcs7_signed) return FRESNEL_CMS_SYNTAX;
  ASN1_OCTET_STRING **content = CMS_get0_content(cms);
  if (content == NULL) return FRESNEL_CMS_SYNTAX;
  if (*content == NULL) return FRESNEL_CMS_NO_CONTENT;
  STACK_OF(CMS_SignerInfo) *infos = CMS_get0_SignerInfos(cms);
  if (sk_CMS_SignerInfo_num(infos) > most_signers) return FRESNEL_CMS_SYNTAX;
  if (sk_CMS_SignerInfo_num(infos) < 1) return FRESNEL_CMS_SIGNATURE;
  if (has_weak_digest(infos)) return FRESNEL_CMS_WEAK_DIGEST;
  // The certificates are looked at by themselves, as a site's certificate is not one for mail.
  if (CMS_verify(cms, NULL, NULL, NULL, copy, CMS_NO_SIGNER_CERT_VERIFY | CMS_BINARY) != 1) {
    return FRESNEL_CMS_SIGNATURE;
  }
  return check_signers(cms, store, host, now, names, names_count);
}

enum fresnel_cms_outcome fresnel_cms_open(
    const void *bytes, size_t count, const void *roots, size_t roots_count, const char *host,
    int64_t now, uint8_t **content, size_t *content_count, char *names, size_t names_count) {
  *content = NULL;
  *content_count = 0;
  names[0] = 0;
  if (count > LONG_MAX) return FRESNEL_CMS_SYNTAX;
  const unsigned char *position = bytes;
  CMS_ContentInfo *cms = d2i_CMS_ContentInfo(NULL, &position, (long)count);
  X509_STORE *store = trusted(roots, roots_count);
  BIO *copy = BIO_new(BIO_s_mem());
  enum fresnel_cms_outcome outcome = FRESNEL_CMS_FAILED;
  if (cms == NULL || position != (const unsigned char *)bytes + count) {
    outcome = FRESNEL_CMS_SYNTAX;
  } else if (store != NULL && copy != NULL) {
    outcome = open_signed(cms, store, host, now, copy, names, names_count);
  }
  if (outcome == FRESNEL_CMS_VALID) {
    char *start = NULL;
    long length = BIO_get_mem_data(copy, &start);
    // At least one byte is asked for, as NULL stands for no content.
    *content = length >= 0 ? malloc((size_t)length + 1) : NULL;
    if (*content == NULL) {
      outcome = FRESNEL_CMS_FAILED;
    } else {
      if (length > 0) memcpy(*content, start, (size_t)length);
      *content_count = (size_t)length;
    }
  }
  BIO_free(copy);
  X509_STORE_free(store);
  CMS_ContentInfo_free(cms);
  ERR_clear_error();
  return outcome;
}

void fresnel_cms_free(uint8_t *content) { free(content); }
