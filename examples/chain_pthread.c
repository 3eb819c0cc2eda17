/* SPDX-License-Identifier: MIT */
/*
 * Verifies a timelord's proof on threads of the program, as a node of a blockchain does.
 *
 *     cc -pthread examples/chain_pthread.c -lhashlane
 *
 * A timelord creates a chain and publishes a checkpoint every 10,000 hashes. The node makes a
 * segment of every two successive checkpoints, and its threads verify the segments together.
 */
#include <hashlane/chain.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { CHECKPOINTS = 200, EVERY = 10000, THREADS = 2 };

struct thread {
    pthread_t id;
    hashlane_chain_job *job;
    unsigned worker;
};

static void *work(void *argument)
{
    struct thread *thread = argument;
    hashlane_chain_verify_worker(thread->job, thread->worker);
    return NULL;
}

/* Returns 1 if every segment is right; otherwise *wrong is the lowest wrong one. */
static int verify(const hashlane_chain_segment *segments, size_t count, size_t *wrong)
{
    static hashlane_chain_job job;
    struct thread threads[THREADS];
    hashlane_chain_options options = {0};
    hashlane_chain_result result;
    unsigned started = 0;
    unsigned i;

    options.deadline_ns = 5000000000u; /* five seconds, half of the time of a block */
    if (hashlane_chain_verify_job(&job, segments, count, &options, THREADS) != HASHLANE_OK)
        return 0;
    for (i = 1; i < THREADS; ++i) {
        threads[started].job = &job;
        threads[started].worker = i;
        if (pthread_create(&threads[started].id, NULL, work, &threads[started]) == 0)
            ++started; /* threads that cannot be started are skipped */
    }
    hashlane_chain_verify_worker(&job, 0);
    while (started != 0)
        pthread_join(threads[--started].id, NULL);
    if (hashlane_chain_verify_result(&job, &result) == HASHLANE_OK)
        return 1;
    *wrong = result.wrong;
    return 0;
}

int main(void)
{
    static uint8_t checkpoints[1 + CHECKPOINTS][32];
    static hashlane_chain_segment segments[CHECKPOINTS];
    uint8_t digest[32] = {0};
    size_t wrong = HASHLANE_CHAIN_NONE;
    size_t i;

    /* The timelord. Checkpoint 0 is the start, zeros. */
    hashlane_chain_create(digest, NULL, EVERY, CHECKPOINTS, checkpoints[1]);

    /* The node. */
    for (i = 0; i < CHECKPOINTS; ++i) {
        segments[i].start = checkpoints[i];
        segments[i].end = checkpoints[i + 1];
        segments[i].hashes = EVERY;
    }
    printf("as published: %s\n", verify(segments, CHECKPOINTS, &wrong) ? "right" : "wrong");
    checkpoints[78][5] ^= 1;
    if (!verify(segments, CHECKPOINTS, &wrong))
        printf("tampered with: segment %lu is wrong\n", (unsigned long)wrong);
    return wrong == 77 ? EXIT_SUCCESS : EXIT_FAILURE;
}
