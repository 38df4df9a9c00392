package io.weir.benchmarks;

import io.weir.contract.state.Checkpoint;

/** A checkpoint that saves nothing. */
public final class NoCheckpoint implements Checkpoint {
    @Override
    public boolean includes(int slot) {
        return false;
    }

    @Override
    public void touch(int slot) {}

    @Override
    public void touchNew(int slot) {}
}
