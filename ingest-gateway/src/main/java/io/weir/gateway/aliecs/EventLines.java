package io.weir.gateway.aliecs;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.MessageIntake;
import io.weir.gateway.intake.RefusalListener;
import io.weir.gateway.intake.spelling.LineSpeller;
import io.weir.gateway.intake.stamp.StampUnit;
import io.weir.gateway.kafka.RecordPlace;
import java.io.IOException;
import java.net.SocketAddress;

/** Writes each message of AliECS as a line. Belongs to one thread. */
final class EventLines implements MessageIntake {
    /** Warning: an event of something else, which is passed over. */
    static final String OTHER_EVENT = "aliecs-other-event";
    /** Warning: a field that the schema did not have, which is passed over. */
    static final String UNKNOWN_FIELD = "aliecs-unknown-field";

    private static final byte[] RUN = "aliecs_run".getBytes(UTF_8);
    private static final byte[] ENVIRONMENT = "aliecs_environment".getBytes(UTF_8);
    private static final byte[] RUNNING = "aliecs_running".getBytes(UTF_8);
    private static final byte[] CORE = "aliecs_core".getBytes(UTF_8);

    private final LineIntake lines;
    private final EventReader reader = new EventReader();
    private final LineSpeller speller = new LineSpeller(1 << 10);

    /** Writes lines to {@code lines}. */
    EventLines(LineIntake lines) {
        this.lines = lines;
    }

    @Override
    public void message(byte[] bytes, int from, int to, SocketAddress source, long receivedNanos) {
        speller.clear();
        EcsError error;
        try {
            error = write(reader.read(topic(source), bytes, from, to));
        } catch (IOException e) {
            error = EcsError.BROKEN;
        }
        if (error != EcsError.NONE) {
            int at = error == EcsError.BROKEN ? from + reader.at() : from;
            lines.refuse(error.code(), bytes, from, to, at, source, receivedNanos);
            return;
        }
        if (reader.unknownFields() > 0) {
            lines.counts().warnings.add(UNKNOWN_FIELD, reader.unknownFields());
        }
        lines.lines(speller.array(), 0, speller.length(), StampUnit.NS, source, receivedNanos, RefusalListener.NONE);
    }

    private static String topic(SocketAddress source) {
        return source instanceof RecordPlace place ? place.topic() : "";
    }

    private EcsError write(EcsEvent event) {
        if (event instanceof EcsEvent.Change change) {
            return write(change);
        }
        if (event instanceof EcsEvent.Running running) {
            begin(RUNNING);
            field("environments", running.environments().size());
            end(running);
        } else if (event instanceof EcsEvent.CoreStart start) {
            begin(CORE);
            field("started", 1);
            end(start);
        } else {
            lines.counts().warnings.add(OTHER_EVENT, 1);
        }
        return EcsError.NONE;
    }

    private EcsError write(EcsEvent.Change change) {
        if (change.environment().isEmpty()) {
            return EcsError.NO_ENVIRONMENT;
        }
        begin(change.isRun() ? RUN : ENVIRONMENT);
        boolean isGood = tag("environment", change.environment())
                && tag("run_type", change.runType())
                && tag("status", change.status())
                && tag("step", change.step())
                && tag("transition", change.transition());
        if (!isGood) {
            return EcsError.BAD_TAG;
        }
        field("run", change.run());
        field("state", change.state());
        field("error", change.error());
        field("message", change.message());
        field("user", change.user());
        field("workflow", change.workflow());
        if (!change.detectors().isEmpty()) {
            field("detectors", DetectorList.array(change.detectors()));
        }
        end(change);
        return EcsError.NONE;
    }

    private void begin(byte[] measurement) {
        boolean unused = speller.measurement(measurement, 0, measurement.length);
    }

    /** Writes a tag; none if the text is empty. Returns whether line protocol can express it. */
    private boolean tag(String key, String text) {
        if (text.isEmpty()) {
            return true;
        }
        byte[] name = key.getBytes(UTF_8);
        byte[] value = text.getBytes(UTF_8);
        return speller.tagKey(name, 0, name.length) && speller.tagValue(value, 0, value.length);
    }

    private void field(String key, String text) {
        if (!text.isEmpty()) {
            byte[] name = key.getBytes(UTF_8);
            byte[] value = text.getBytes(UTF_8);
            boolean unused = speller.fieldKey(name, 0, name.length) && speller.text(value, 0, value.length);
        }
    }

    private void field(String key, long number) {
        byte[] name = key.getBytes(UTF_8);
        boolean unused = speller.fieldKey(name, 0, name.length) && speller.value(number);
    }

    /** Without a time, the line gets that of its receipt. */
    private void end(EcsEvent event) {
        if (event.nanos() == 0) {
            speller.endLine();
        } else {
            speller.endLine(event.nanos());
        }
    }
}
