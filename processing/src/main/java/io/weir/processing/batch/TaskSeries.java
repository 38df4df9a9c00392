package io.weir.processing.batch;

import io.weir.processing.account.Account;
import io.weir.processing.account.Use;
import io.weir.processing.time.LogClock;

/** All series of a task, by slot, as every stage sees them. Not thread-safe. */
public interface TaskSeries {

    /** All slots are below. */
    int slotLimit();

    /** The time of the partition. */
    LogClock clock();

    /** The memory account of the series. */
    Account account();

    /** The late values of the current record. */
    LateLines late();

    /** Whether the line at {@code line} may take more memory for the series in {@code slot}. */
    boolean mayGrow(int slot, Use use, int line);
}
