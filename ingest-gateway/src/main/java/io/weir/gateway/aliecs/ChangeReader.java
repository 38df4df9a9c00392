package io.weir.gateway.aliecs;

import java.io.IOException;
import java.util.List;
import java.util.TreeSet;

/** Reads the parts of a change, which each type of message numbers differently. Belongs to one thread. */
final class ChangeReader {
    /** {@code events.OpStatus} by number; the first one means no status. */
    private static final List<String> STATUSES =
            List.of("", "STARTED", "ONGOING", "DONE_OK", "DONE_ERROR", "DONE_TIMEOUT");

    private static final String RUN_TYPE = "run_type";
    private static final String DETECTORS = "detectors";
    private static final long MOST_RUN = 0xFFFF_FFFFL;

    private Fields fields = new Fields(new byte[0], 0, 0);
    private String environment = "";
    private String state = "";
    private long run;
    private String error = "";
    private String message = "";
    private String transition = "";
    private String step = "";
    private long status;
    private String user = "";
    private String workflow = "";
    private String runType = "";
    private List<String> detectors = List.of();
    private TreeSet<String> listed = new TreeSet<>();
    private long enteredMillis;
    private String key = "";
    private String value = "";

    /** Reads from these fields from now on. */
    void of(Fields fields) {
        this.fields = fields;
    }

    /** Starts a change. */
    void begin() {
        environment = "";
        state = "";
        run = 0;
        error = "";
        message = "";
        transition = "";
        step = "";
        status = 0;
        user = "";
        workflow = "";
        runType = "";
        detectors = List.of();
        listed = new TreeSet<>();
        enteredMillis = 0;
    }

    /** Reads a field of {@code events.Ev_RunEvent}. */
    void readRun(int field) throws IOException {
        switch (field) {
            case 1 -> environment = fields.text(environment);
            case 2 -> run = fields.number(run);
            case 3 -> state = fields.text(state);
            case 4 -> error = fields.text(error);
            case 5 -> transition = fields.text(transition);
            case 6 -> status = fields.number(status);
            case 7 -> fields.skip(); // Variables, in older releases.
            case 8 -> fields.message(this::readUser);
            default -> fields.unknown();
        }
    }

    /** Reads a field of {@code events.Ev_EnvironmentEvent}. */
    void readEnvironment(int field) throws IOException {
        switch (field) {
            case 1 -> environment = fields.text(environment);
            case 2 -> state = fields.text(state);
            case 3 -> run = fields.number(run);
            case 4 -> error = fields.text(error);
            case 5 -> message = fields.text(message);
            case 6 -> transition = fields.text(transition);
            case 7 -> step = fields.text(step);
            case 8 -> status = fields.number(status);
            case 9 -> readVariable();
            case 10 -> fields.message(this::readUser);
            case 11 -> fields.message(this::readWorkflow);
            default -> fields.unknown();
        }
    }

    /** Reads a field of {@code kafka.EnvInfo}. */
    void readInfo(int field) throws IOException {
        switch (field) {
            case 1 -> environment = fields.text(environment);
            case 2 -> run = fields.number(run);
            case 3 -> runType = fields.text(runType);
            case 4 -> state = fields.text(state);
            case 5 -> listed.add(fields.text(""));
            case 6 -> enteredMillis = fields.number(enteredMillis);
            default -> fields.unknown();
        }
    }

    private void readUser(int field) throws IOException {
        switch (field) {
            case 1, 2 -> fields.skip(); // Ids.
            case 3 -> user = fields.text(user);
            default -> fields.unknown();
        }
    }

    private void readWorkflow(int field) throws IOException {
        switch (field) {
            case 1 -> workflow = fields.text(workflow);
            case 2, 3, 4 -> fields.skip(); // Its description and path, and whether it is public.
            default -> fields.unknown();
        }
    }

    private void readVariable() throws IOException {
        key = "";
        value = "";
        fields.message(field -> {
            switch (field) {
                case 1 -> key = fields.text(key);
                case 2 -> value = fields.text(value);
                default -> fields.unknown();
            }
        });
        if (key.equals(RUN_TYPE)) {
            runType = value;
        } else if (key.equals(DETECTORS)) {
            detectors = DetectorList.read(value);
        }
    }

    /** The event that was read. */
    EcsEvent.Change change(long nanos, boolean isRun) {
        return new EcsEvent.Change(
                nanos,
                isRun,
                environment,
                number(),
                state,
                transition,
                step,
                status(),
                error,
                message,
                user,
                workflow,
                runType,
                detectors,
                0);
    }

    /** The environment that was read, which enters or leaves its state. */
    EcsEvent.Change info(long nanos, String before) {
        listed.remove("");
        return new EcsEvent.Change(
                nanos,
                false,
                environment,
                number(),
                state,
                "",
                before + state,
                "",
                "",
                "",
                "",
                "",
                runType,
                List.copyOf(listed),
                EcsEvent.nanosOf(enteredMillis));
    }

    /** Run numbers have 32 bits. */
    private long number() {
        return run & MOST_RUN;
    }

    private String status() {
        return status >= 0 && status < STATUSES.size() ? STATUSES.get((int) status) : Long.toString(status);
    }
}
