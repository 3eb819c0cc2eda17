/* SPDX-License-Identifier: MIT */
#include "native.h"

/* cffi's PyInit__native(), under the name that CMakeLists.txt gives it. */
extern PyObject *hashlane_python_glue(void);

int get_readable(PyObject *data, Py_buffer *view)
{
    if (PyUnicode_Check(data)) {
        PyErr_SetString(PyExc_TypeError,
                        "a str has no bytes before it is encoded: use data.encode()");
        return -1;
    }
    return PyObject_GetBuffer(data, view, PyBUF_SIMPLE);
}

static int take_named(const char *function, const signature *signature, PyObject *name,
                      PyObject *value, PyObject **values)
{
    int at = 0;
    while (signature->names[at] != NULL &&
           PyUnicode_CompareWithASCIIString(name, signature->names[at]) != 0)
        ++at;
    if (signature->names[at] == NULL) {
        PyErr_Format(PyExc_TypeError, "%s() takes no argument '%U'", function, name);
        return -1;
    }
    if (values[at] != NULL) {
        PyErr_Format(PyExc_TypeError, "%s() was given '%U' twice", function, name);
        return -1;
    }
    values[at] = value;
    return 0;
}

int take_arguments(const char *function, const signature *signature, PyObject *const *args,
                   Py_ssize_t count, PyObject *keywords, PyObject **values)
{
    const Py_ssize_t named = keywords != NULL ? PyTuple_Size(keywords) : 0;
    Py_ssize_t i;
    if (count > signature->positional) {
        PyErr_Format(PyExc_TypeError, "%s() takes %d arguments without names at most, not %zd",
                     function, signature->positional, count);
        return -1;
    }
    for (i = 0; i < count; ++i)
        values[i] = args[i];
    for (i = 0; i < named; ++i)
        if (take_named(function, signature, PyTuple_GetItem(keywords, i), args[count + i],
                       values) != 0)
            return -1;
    for (i = 0; i < signature->required; ++i)
        if (values[i] == NULL) {
            PyErr_Format(PyExc_TypeError, "%s() needs the argument '%s'", function,
                         signature->names[i]);
            return -1;
        }
    return 0;
}

Py_ssize_t length_of(PyObject *object)
{
    const Py_ssize_t length = PyNumber_AsSsize_t(object, PyExc_ValueError);
    if (0 <= length && length <= MOST_BYTES)
        return length;
    if (PyErr_Occurred() == NULL)
        PyErr_Format(PyExc_ValueError, "a length of %zd bytes", length);
    return -1;
}

uint8_t domain_of(PyObject *object)
{
    Py_ssize_t domain = HASHLANE_TURBOSHAKE_DOMAIN;
    if (object != NULL)
        domain = PyNumber_AsSsize_t(object, PyExc_ValueError);
    if (domain == -1 && PyErr_Occurred() != NULL)
        return 0;
    if (domain < 0x01 || domain > 0x7f) {
        PyErr_Format(PyExc_ValueError, "a domain of %zd; it takes 0x01 to 0x7f", domain);
        return 0;
    }
    return (uint8_t)domain;
}

int hold_pool(PyObject *pool, pool_use *use)
{
    use->held = NULL;
    use->pool = NULL;
    if (pool == NULL || pool == Py_None)
        return 0;
    use->held = PyObject_CallMethod(pool, "_hold", NULL);
    if (use->held == NULL && !PyErr_ExceptionMatches(PyExc_AttributeError))
        return -1;
    if (use->held == NULL || !PyTuple_Check(use->held) || PyTuple_Size(use->held) != 2 ||
        !PyLong_Check(PyTuple_GetItem(use->held, 1))) {
        PyErr_Format(PyExc_TypeError, "%R is no hashlane.Pool", pool);
        Py_CLEAR(use->held);
        return -1;
    }
    use->pool = PyLong_AsVoidPtr(PyTuple_GetItem(use->held, 1));
    return 0;
}

void release_pool(pool_use *use) { Py_XDECREF(use->held); }

PyMODINIT_FUNC PyInit__native(void)
{
    PyObject *const module = hashlane_python_glue();
#ifdef Py_GIL_DISABLED
    /* Hash objects rely on the interpreter's lock, whatever cffi says of its own part. */
    if (module != NULL)
        PyUnstable_Module_SetGIL(module, Py_MOD_GIL_USED);
#endif
    if (module != NULL && (add_hashes(module) != 0 || add_constructors(module) != 0 ||
                           add_many(module) != 0 || add_chains(module) != 0)) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
