package io.weir.gateway.aliecs;

import io.weir.gateway.testing.Proto;
import java.util.List;
import java.util.Map;

/** Encodes messages as AliECS does. */
public final class EcsMessages {
    public static final int STARTED = 1;
    public static final int ONGOING = 2;
    public static final int DONE_OK = 3;
    public static final int DONE_ERROR = 4;

    private EcsMessages() {}

    /** An event of {@code aliecs.run}. */
    public static byte[] run(long nanos, String environment, long run, String state, String transition, int status) {
        return event(nanos)
                .message(
                        16,
                        new Proto()
                                .text(1, environment)
                                .integer(2, run)
                                .text(3, state)
                                .text(5, transition)
                                .integer(6, status))
                .bytes();
    }

    /** An event of {@code aliecs.environment}. */
    public static byte[] environment(
            long nanos, String environment, long run, String state, String transition, String step, int status) {
        return event(nanos)
                .message(11, change(environment, run, state, transition, step, status))
                .bytes();
    }

    /** The event with which an environment is complete. */
    public static byte[] created(long nanos, String environment, String runType, List<String> detectors) {
        Map<String, String> variables = Map.of("run_type", runType, "detectors", DetectorList.array(detectors));
        Proto change = change(environment, 0, "STANDBY", "CREATE", "after_CREATE", DONE_OK);
        variables.forEach(
                (name, value) -> change.message(9, new Proto().text(1, name).text(2, value)));
        return event(nanos).message(11, change).bytes();
    }

    private static Proto change(
            String environment, long run, String state, String transition, String step, int status) {
        return new Proto()
                .text(1, environment)
                .text(2, state)
                .integer(3, run)
                .text(6, transition)
                .text(7, step)
                .integer(8, status);
    }

    /** The event of {@code aliecs.core} with which AliECS starts. */
    public static byte[] coreStart(long nanos) {
        return event(nanos).message(103, new Proto().text(1, "framework")).bytes();
    }

    private static Proto event(long nanos) {
        return new Proto().integer(1, nanos / 1_000_000).integer(2, nanos);
    }

    /** An environment in messages of the older plugin. */
    public static Proto info(
            String environment, long run, String runType, String state, List<String> detectors, long enteredMillis) {
        Proto info = new Proto().text(1, environment);
        if (run != 0) {
            info.integer(2, run).text(3, runType);
        }
        info.text(4, state);
        detectors.forEach(detector -> info.text(5, detector));
        return info.integer(6, enteredMillis);
    }

    /** A message of {@code aliecs.env_state.*} and {@code aliecs.env_leave_state.*}. */
    public static byte[] notification(long millis, Proto info) {
        return new Proto().message(1, info).integer(2, millis).bytes();
    }

    /** A message of {@code aliecs.env_list.RUNNING}. */
    public static byte[] list(long millis, List<Proto> infos) {
        Proto list = new Proto();
        infos.forEach(info -> list.message(1, info));
        return list.integer(2, millis).bytes();
    }
}
