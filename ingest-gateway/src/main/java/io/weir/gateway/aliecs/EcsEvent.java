package io.weir.gateway.aliecs;

import java.util.List;

/** A message of AliECS. Texts that it does not have are empty, numbers 0. */
sealed interface EcsEvent {
    long NANOS_PER_MILLI = 1_000_000;

    /** Time of the event, since the epoch; 0 if the message has none. */
    long nanos();

    /** The time in nanoseconds; 0 if the milliseconds are not a time. */
    static long nanosOf(long millis) {
        boolean isTime = millis > 0 && millis <= Long.MAX_VALUE / NANOS_PER_MILLI;
        return isTime ? millis * NANOS_PER_MILLI : 0;
    }

    /**
     * A change of an environment.
     *
     * @param isRun whether it is an event of a run, and not of an environment
     * @param run the number of the run
     * @param step of the transition, such as {@code enter_RUNNING}
     * @param detectors sorted
     * @param enteredNanos when the environment entered its state; 0 in newer messages
     */
    record Change(
            long nanos,
            boolean isRun,
            String environment,
            long run,
            String state,
            String transition,
            String step,
            String status,
            String error,
            String message,
            String user,
            String workflow,
            String runType,
            List<String> detectors,
            long enteredNanos)
            implements EcsEvent {
        public Change {
            detectors = List.copyOf(detectors);
        }
    }

    /** All environments that are running. */
    record Running(long nanos, List<Change> environments) implements EcsEvent {
        public Running {
            environments = List.copyOf(environments);
        }
    }

    /** AliECS started, and knows none of the environments before. */
    record CoreStart(long nanos) implements EcsEvent {}

    /** An event of something else. */
    record Other(long nanos) implements EcsEvent {}
}
