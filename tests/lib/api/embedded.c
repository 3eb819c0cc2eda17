/* SPDX-License-Identifier: MIT */
/* A program with a shared library that has libhashlane.a in it: it hashes, and what it is made of
   does not show, so that two such libraries can be in one program. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>

int hashlane_c_client(void); /* c_client.c, of the shared library */

int main(void)
{
    if (dlsym(RTLD_DEFAULT, "hashlane_c_client") == NULL)
        return 1;
    if (dlsym(RTLD_DEFAULT, "hashlane_sha256_chain") != NULL)
        return 2;
    return hashlane_c_client();
}
