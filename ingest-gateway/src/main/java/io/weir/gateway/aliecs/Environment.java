package io.weir.gateway.aliecs;

import java.util.List;

/**
 * The state of an environment and of its last run, from events. Events may arrive in any order and
 * repeatedly: for each fact, the newest time counts.
 */
final class Environment {
    private static final String RUNNING = "RUNNING";
    private static final String ENTER = "enter_";
    private static final String LEAVE = "leave_";
    private static final String START = "START_ACTIVITY";

    private String runType = "";
    private List<String> detectors = List.of();
    private long typeNanos;
    private String state = "";
    private long stateNanos;
    private long run;
    private long startNanos;
    /** When a list of the running environments must have it; 0 if that is not known. */
    private long runningNanos;

    private boolean isEnded;
    private long idleNanos;

    /** Applies an event at its time. */
    void take(EcsEvent.Change change, long nanos) {
        takeType(change, nanos);
        boolean isNewer =
                nanos > stateNanos || (nanos == stateNanos && change.state().compareTo(state) > 0);
        if (!change.state().isEmpty() && isNewer) {
            state = change.state();
            stateNanos = nanos;
        }
        if (change.isRun()) {
            takeRun(change, nanos);
        } else {
            takeStep(change, nanos);
        }
    }

    /** AliECS reports the type once, when it creates the environment; its older plugin with each run. */
    private void takeType(EcsEvent.Change change, long nanos) {
        boolean isNewer =
                nanos > typeNanos || (nanos == typeNanos && change.runType().compareTo(runType) > 0);
        if (!change.runType().isEmpty() && isNewer) {
            runType = change.runType();
            detectors = change.detectors();
            typeNanos = nanos;
        }
    }

    private void takeRun(EcsEvent.Change change, long nanos) {
        boolean isStart = change.transition().equals(START);
        if (isStart
                && !change.status().startsWith("DONE_ERROR")
                && !change.status().equals("DONE_TIMEOUT")) {
            begin(change.run(), nanos);
        } else {
            end(change.run(), nanos);
        }
    }

    private void takeStep(EcsEvent.Change change, long nanos) {
        String step = change.step();
        if (step.equals(ENTER + RUNNING)) {
            long entered = change.enteredNanos() == 0 ? nanos : change.enteredNanos();
            begin(change.run(), entered);
            if (change.run() == run) {
                runningNanos = runningNanos == 0 ? entered : Math.min(runningNanos, entered);
            }
        } else if (step.equals(LEAVE + RUNNING) || hasFailedToStart(change)) {
            end(change.run(), nanos);
        } else if (step.startsWith(ENTER)
                || change.state().equals("ERROR")
                || change.state().equals("DONE")) {
            idleNanos = Math.max(idleNanos, nanos);
        }
    }

    /** Only of whole transitions: AliECS gives the status of an error also to steps that are good. */
    private static boolean hasFailedToStart(EcsEvent.Change change) {
        return change.transition().equals(START)
                && change.step().isEmpty()
                && change.status().equals("DONE_ERROR");
    }

    private void begin(long number, long nanos) {
        if (number == 0) {
            return;
        }
        if (number == run) {
            startNanos = Math.min(startNanos, nanos);
        } else if (isAfter(number, nanos)) {
            become(number, nanos);
        }
    }

    private void end(long number, long nanos) {
        if (number == 0) {
            idleNanos = Math.max(idleNanos, nanos);
            return;
        }
        if (number != run && isAfter(number, nanos)) {
            become(number, nanos);
        }
        isEnded |= number == run;
    }

    private boolean isAfter(long number, long nanos) {
        return nanos > startNanos || (nanos == startNanos && number > run);
    }

    private void become(long number, long nanos) {
        run = number;
        startNanos = nanos;
        runningNanos = 0;
        isEnded = false;
    }

    /** The number of its last run; 0 without one. */
    long run() {
        return run;
    }

    /** When its last run began. */
    long startNanos() {
        return startNanos;
    }

    /** When it entered the state {@code RUNNING} in its last run; 0 if that is not known. */
    long runningNanos() {
        return runningNanos;
    }

    /** Whether its last run is over. */
    boolean isOver() {
        return isEnded || startNanos < idleNanos;
    }

    /** The type of its runs; empty if that is not known. */
    String runType() {
        return runType;
    }

    List<String> detectors() {
        return detectors;
    }

    String state() {
        return state;
    }
}
