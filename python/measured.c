/* SPDX-License-Identifier: MIT */
/*
 * The plug-in of hashlane.measure(): a Python function as a workload. The process that measures it
 * embeds the interpreter and imports the function (_measured.py). The interpreter's library is
 * opened by name, so that one plug-in is for every version, and nothing is linked.
 */
#include <hashlane/plugin.h>

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct object object; /* Python's */

/* Functions of Python's C interface, under their own names. All are in its stable ABI. */
static struct {
    void (*Py_InitializeEx)(int handle_signals);
    void *(*PyEval_SaveThread)(void);
    int (*PyGILState_Ensure)(void);
    void (*PyGILState_Release)(int state);
    object *(*PyImport_ImportModule)(const char *name);
    object *(*PyObject_CallMethod)(object *of, const char *name, const char *format, ...);
    object *(*PyObject_CallFunctionObjArgs)(object *function, ...);
    object *(*PyMapping_GetItemString)(object *mapping, const char *key);
    int (*PyObject_IsTrue)(object *value);
    void (*PyErr_Print)(void);
    void (*Py_DecRef)(object *value);
} python;

static object *function, *check;

/* The process ends: hashlane says so, and the reason is above it on stderr. */
static void fail(void)
{
    python.PyErr_Print();
    exit(EXIT_FAILURE);
}

static object *or_fail(object *value)
{
    if (value == NULL)
        fail();
    return value;
}

static void *symbol(void *library, const char *name)
{
    void *const address = library == NULL ? NULL : dlsym(library, name);
    if (address == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        exit(EXIT_FAILURE);
    }
    return address;
}

static void start(void)
{
    void *const library = dlopen(getenv("HASHLANE_MEASURED_LIBRARY"), RTLD_NOW | RTLD_GLOBAL);
#define FIND(name) *(void **)&python.name = symbol(library, #name)
    FIND(Py_InitializeEx);
    FIND(PyEval_SaveThread);
    FIND(PyGILState_Ensure);
    FIND(PyGILState_Release);
    FIND(PyImport_ImportModule);
    FIND(PyObject_CallMethod);
    FIND(PyObject_CallFunctionObjArgs);
    FIND(PyMapping_GetItemString);
    FIND(PyObject_IsTrue);
    FIND(PyErr_Print);
    FIND(Py_DecRef);
#undef FIND
    python.Py_InitializeEx(0);
    object *const runpy = or_fail(python.PyImport_ImportModule("runpy"));
    object *const names = or_fail(
        python.PyObject_CallMethod(runpy, "run_path", "s", getenv("HASHLANE_MEASURED_SCRIPT")));
    function = or_fail(python.PyMapping_GetItemString(names, "function"));
    check = or_fail(python.PyMapping_GetItemString(names, "is_right"));
    python.PyEval_SaveThread();
}

struct state {
    object *result; /* of the last call */
};

static void forget(struct state *state)
{
    python.Py_DecRef(state->result);
    state->result = NULL;
}

static void set_up(void *memory)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, start);
    const int locked = python.PyGILState_Ensure();
    forget(memory);
    python.PyGILState_Release(locked);
}

static void run(void *memory, uint64_t iterations)
{
    struct state *const state = memory;
    const int locked = python.PyGILState_Ensure();
    for (; iterations != 0; --iterations) {
        forget(state);
        state->result = or_fail(python.PyObject_CallFunctionObjArgs(function, NULL));
    }
    python.PyGILState_Release(locked);
}

static int is_right(const void *memory, uint64_t iterations)
{
    const struct state *const state = memory;
    if (iterations == 0)
        return 1;
    const int locked = python.PyGILState_Ensure();
    object *const answer = or_fail(python.PyObject_CallFunctionObjArgs(check, state->result, NULL));
    const int right = python.PyObject_IsTrue(answer);
    if (right < 0)
        fail();
    python.Py_DecRef(answer);
    python.PyGILState_Release(locked);
    return right;
}

static char workload[41], title[61];

const hashlane_workload hashlane_workload_entry = {.version = HASHLANE_PLUGIN_VERSION,
                                                   .workload = workload,
                                                   .name = "python",
                                                   .title = title,
                                                   .unit = "call",
                                                   .state_bytes = sizeof(struct state),
                                                   .set_up = set_up,
                                                   .run = run,
                                                   .is_right = is_right};

__attribute__((constructor)) static void read_names(void)
{
    const char *const name = getenv("HASHLANE_MEASURED_NAME"), *const text = getenv(
                                                                   "HASHLANE_MEASURED_TITLE");
    snprintf(workload, sizeof workload, "%s", name == NULL ? "" : name);
    snprintf(title, sizeof title, "%s", text == NULL ? "" : text);
}
