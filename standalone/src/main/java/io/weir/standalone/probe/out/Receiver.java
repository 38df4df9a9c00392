package io.weir.standalone.probe.out;

/** Where batches go; its text names it in the log. Called by one thread. */
interface Receiver {

    /** Delivers a batch, in limited time unless the thread is interrupted. */
    Reply deliver(Batch batch) throws InterruptedException;
}
