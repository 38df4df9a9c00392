package io.weir.contract.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The loops of a worker, in the thread of the test. */
class WorkerTest {
    private static final long LONGER_THAN_THE_TEST = Long.MAX_VALUE;

    private final Worker worker = new Worker("test", () -> {});
    private final List<String> done = new ArrayList<>();

    @Test
    void everyRepeatsTheWorkUntilItEnds() throws Exception {
        worker.every(1, () -> work(3));

        assertThat(done).containsExactly("1", "2", "3");
    }

    @Test
    void endingCutsThePauseShort() throws Exception {
        worker.every(LONGER_THAN_THE_TEST, () -> work(1));
        worker.every(LONGER_THAN_THE_TEST, () -> work(2));

        assertThat(done).containsExactly("1");
    }

    @Test
    void workThatFailsIsTriedAgain() throws Exception {
        worker.retrying(
                () -> {
                    work(4);
                    switch (done.size()) {
                        case 1 -> throw new IOException("disk");
                        case 3 -> throw new IllegalStateException("bug");
                        case 5 -> throw new IllegalStateException("closed");
                        default -> {}
                    }
                },
                e -> done.add(String.valueOf(e.getMessage())),
                1);

        assertThat(done).containsExactly("1", "disk", "3", "bug", "5");
        assertThat(worker.isEnding()).isTrue();
    }

    /** Ends the worker at this time, or later. */
    private void work(int last) {
        done.add(Integer.toString(done.size() + 1));
        if (done.size() >= last) {
            worker.end();
        }
    }
}
