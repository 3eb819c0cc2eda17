/* SPDX-License-Identifier: MIT */
#include "native.h"

/* ---- Families ---- */

static hashlane_status append_sha256(void *context, const uint8_t *message, size_t bytes,
                                     const hashlane_pool *pool)
{
    (void)pool;
    return hashlane_sha256_update(context, message, bytes);
}

static void finish_sha256(void *context, PyObject *customization, uint8_t *output, size_t bytes)
{
    (void)customization;
    (void)bytes;
    hashlane_sha256_final(context, output);
}

static hashlane_status append_sponge(void *context, const uint8_t *message, size_t bytes,
                                     const hashlane_pool *pool)
{
    (void)pool;
    return hashlane_sha3_update(context, message, bytes);
}

static void finish_sponge(void *context, PyObject *customization, uint8_t *output, size_t bytes)
{
    (void)customization;
    hashlane_sha3_squeeze(context, output, bytes);
}

static hashlane_status append_turboshake(void *context, const uint8_t *message, size_t bytes,
                                         const hashlane_pool *pool)
{
    (void)pool;
    return hashlane_turboshake_update(context, message, bytes);
}

static void finish_turboshake(void *context, PyObject *customization, uint8_t *output, size_t bytes)
{
    (void)customization;
    hashlane_turboshake_squeeze(context, output, bytes);
}

static hashlane_status append_kangarootwelve(void *context, const uint8_t *message, size_t bytes,
                                             const hashlane_pool *pool)
{
    return hashlane_kangarootwelve_update_pool(context, message, bytes, pool);
}

static void finish_kangarootwelve(void *context, PyObject *customization, uint8_t *output,
                                  size_t bytes)
{
    if (customization != NULL)
        hashlane_kangarootwelve_customize(context, (const uint8_t *)PyBytes_AsString(customization),
                                          (size_t)PyBytes_Size(customization));
    hashlane_kangarootwelve_squeeze(context, output, bytes);
}

static hashlane_status append_cshake(void *context, const uint8_t *message, size_t bytes,
                                     const hashlane_pool *pool)
{
    (void)pool;
    return hashlane_cshake_update(context, message, bytes);
}

static void finish_cshake(void *context, PyObject *customization, uint8_t *output, size_t bytes)
{
    (void)customization;
    hashlane_cshake_squeeze(context, output, bytes);
}

static hashlane_status append_kmac(void *context, const uint8_t *message, size_t bytes,
                                   const hashlane_pool *pool)
{
    (void)pool;
    return hashlane_kmac_update(context, message, bytes);
}

static void finish_kmac(void *context, PyObject *customization, uint8_t *output, size_t bytes)
{
    (void)customization;
    hashlane_kmac_final(context, output, bytes);
}

const family sha256_family = {sizeof(hashlane_sha256_context), append_sha256, finish_sha256};
const family sponge_family = {sizeof(hashlane_sha3_context), append_sponge, finish_sponge};
const family turboshake_family = {sizeof(hashlane_turboshake_context), append_turboshake,
                                  finish_turboshake};
const family kangarootwelve_family = {sizeof(hashlane_kangarootwelve_context),
                                      append_kangarootwelve, finish_kangarootwelve};
const family cshake_family = {sizeof(hashlane_cshake_context), append_cshake, finish_cshake};
const family kmac_family = {sizeof(hashlane_kmac_context), append_kmac, finish_kmac};

/* ---- Algorithms ---- */

const algorithm sha256_algorithm = {"sha256", &sha256_family, 0, 32, 64};
const algorithm sha3_224_algorithm = {"sha3_224", &sponge_family, HASHLANE_SHA3_224, 28, 144};
const algorithm sha3_256_algorithm = {"sha3_256", &sponge_family, HASHLANE_SHA3_256, 32, 136};
const algorithm sha3_384_algorithm = {"sha3_384", &sponge_family, HASHLANE_SHA3_384, 48, 104};
const algorithm sha3_512_algorithm = {"sha3_512", &sponge_family, HASHLANE_SHA3_512, 64, 72};
const algorithm keccak_224_algorithm = {"keccak_224", &sponge_family, HASHLANE_KECCAK_224, 28, 144};
const algorithm keccak_256_algorithm = {"keccak_256", &sponge_family, HASHLANE_KECCAK_256, 32, 136};
const algorithm keccak_384_algorithm = {"keccak_384", &sponge_family, HASHLANE_KECCAK_384, 48, 104};
const algorithm keccak_512_algorithm = {"keccak_512", &sponge_family, HASHLANE_KECCAK_512, 64, 72};
const algorithm shake_128_algorithm = {"shake_128", &sponge_family, HASHLANE_SHAKE128, 0, 168};
const algorithm shake_256_algorithm = {"shake_256", &sponge_family, HASHLANE_SHAKE256, 0, 136};
const algorithm turboshake_128_algorithm = {"turboshake_128", &turboshake_family,
                                            HASHLANE_TURBOSHAKE128, 0, 168};
const algorithm turboshake_256_algorithm = {"turboshake_256", &turboshake_family,
                                            HASHLANE_TURBOSHAKE256, 0, 136};
const algorithm kt128_algorithm = {"kt128", &kangarootwelve_family, HASHLANE_KT128, 0,
                                   HASHLANE_KANGAROOTWELVE_LEAF_BYTES};
const algorithm kt256_algorithm = {"kt256", &kangarootwelve_family, HASHLANE_KT256, 0,
                                   HASHLANE_KANGAROOTWELVE_LEAF_BYTES};
const algorithm cshake_128_algorithm = {"cshake_128", &cshake_family, HASHLANE_CSHAKE128, 0, 168};
const algorithm cshake_256_algorithm = {"cshake_256", &cshake_family, HASHLANE_CSHAKE256, 0, 136};
const algorithm kmac_128_algorithm = {"kmac_128", &kmac_family, HASHLANE_KMAC128, 32, 168};
const algorithm kmac_256_algorithm = {"kmac_256", &kmac_family, HASHLANE_KMAC256, 64, 136};

const algorithm *find_algorithm(PyObject *name, const family *family)
{
    static const algorithm *const found[] = {
        &sha3_224_algorithm,   &sha3_256_algorithm,       &sha3_384_algorithm,
        &sha3_512_algorithm,   &shake_128_algorithm,      &shake_256_algorithm,
        &keccak_224_algorithm, &keccak_256_algorithm,     &keccak_384_algorithm,
        &keccak_512_algorithm, &turboshake_128_algorithm, &turboshake_256_algorithm,
    };
    size_t i;
    if (!PyUnicode_Check(name)) {
        PyErr_Format(PyExc_TypeError, "the name of a function is a str, not %R", name);
        return NULL;
    }
    for (i = 0; i < sizeof found / sizeof found[0]; ++i)
        if (found[i]->family == family &&
            PyUnicode_CompareWithASCIIString(name, found[i]->name) == 0)
            return found[i];
    PyErr_Format(PyExc_ValueError, "no function '%U' here; there are %s", name,
                 family == &sponge_family
                     ? "sha3_224 to sha3_512, shake_128, shake_256, keccak_224 to keccak_512"
                     : "turboshake_128, turboshake_256");
    return NULL;
}
