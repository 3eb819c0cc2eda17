/* SPDX-License-Identifier: MIT */
/* The verification of a chain, which takes as long as its caller likes: Python handles its signals
 * meanwhile. */
#include "native.h"

#include <stdlib.h>

#ifndef _WIN32
#include <pthread.h>
#include <signal.h>
#endif

/* Four times what the verification takes. threading.stack_size() is the application's. */
enum { STACK_BYTES = 256 << 10 };

/* A signal that comes before the wait, or to another thread, does not end it. */
enum { WAIT_MICROSECONDS = 20000 };

/* Not on the stack of the thread that waits: an ending interpreter ends the daemon threads, and
 * what they began goes on. */
typedef struct job {
    const hashlane_chain_segment *segments;
    size_t count;
    const hashlane_chain_options *options;
    hashlane_chain_result *result;
    const hashlane_pool *pool;
    hashlane_status status;
    PyThread_type_lock running; /* released at the end */
} job;

static void *run(void *argument)
{
    job *const own = argument;
    own->status =
        hashlane_chain_verify_pool(own->segments, own->count, own->options, own->result, own->pool);
    PyThread_release_lock(own->running);
    return NULL;
}

#ifdef _WIN32

static void run_there(void *argument) { run(argument); }

static int start(job *job)
{
    return PyThread_start_new_thread(run_there, job) == PYTHREAD_INVALID_THREAD_ID ? -1 : 0;
}

#else

static int start(job *job)
{
    pthread_attr_t attributes;
    pthread_t thread;
    sigset_t all, before;
    int failed;
    if (pthread_attr_init(&attributes) != 0)
        return -1;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before); /* the new thread's: no signal is for it */
    failed = pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED) != 0 ||
             pthread_attr_setstacksize(&attributes, STACK_BYTES) != 0 ||
             pthread_create(&thread, &attributes, run, job) != 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    pthread_attr_destroy(&attributes);
    return failed ? -1 : 0;
}

#endif

/* -1 with the exception of a handler, which ends the job by its flag. */
static int wait_for(job *job, volatile int *flag)
{
    int failed = 0;
    for (;;) {
        PyThreadState *const state = PyEval_SaveThread();
        const PyLockStatus status =
            PyThread_acquire_lock_timed(job->running, WAIT_MICROSECONDS, !failed);
        PyEval_RestoreThread(state);
        if (status == PY_LOCK_ACQUIRED)
            return failed;
        if (!failed && PyErr_CheckSignals() != 0) {
            failed = -1;
            *flag = 1;
        }
    }
}

static PyObject *verify_chain(PyObject *module, PyObject *arguments)
{
    unsigned long long segments, options, result, pool, flag;
    Py_ssize_t count;
    PyObject *status = NULL;
    job *job;
    (void)module;
    if (!PyArg_ParseTuple(arguments, "KnKKKK", &segments, &count, &options, &result, &pool, &flag))
        return NULL;
    job = calloc(1, sizeof *job);
    if (job == NULL || (job->running = PyThread_allocate_lock()) == NULL) {
        free(job);
        return PyErr_NoMemory();
    }
    PyThread_acquire_lock(job->running, WAIT_LOCK);
    job->segments = (const hashlane_chain_segment *)(uintptr_t)segments;
    job->count = (size_t)count;
    job->options = (const hashlane_chain_options *)(uintptr_t)options;
    job->result = (hashlane_chain_result *)(uintptr_t)result;
    job->pool = (const hashlane_pool *)(uintptr_t)pool;
    if (start(job) != 0) {
        Py_BEGIN_ALLOW_THREADS run(job);
        Py_END_ALLOW_THREADS
    }
    if (wait_for(job, (volatile int *)(uintptr_t)flag) == 0)
        status = PyLong_FromLong(job->status);
    PyThread_release_lock(job->running);
    PyThread_free_lock(job->running);
    free(job);
    return status;
}

static PyMethodDef functions[] = {
    {"verify_chain", verify_chain, METH_VARARGS,
     "(segments, count, options, result, pool, flag): hashlane_chain_verify_pool() with the "
     "addresses of its arguments. The exception of a handler sets the flag, which is the options', "
     "and is raised when the verification has ended."},
    {NULL, NULL, 0, NULL},
};

int add_chains(PyObject *module) { return PyModule_AddFunctions(module, functions); }
