package io.weir.gateway.opentsdb;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.gateway.intake.Intake;
import io.weir.gateway.intake.Replies;
import io.weir.gateway.intake.batch.Parcel;
import io.weir.gateway.path.Templates;
import java.util.ArrayList;
import java.util.List;

/** Both mappings over one intake, and what becomes of their points. */
final class Received implements Replies {
    final Intake intake = new Intake();
    private final TelnetMapping telnet;
    private final PutBodies bodies;
    private final StringBuilder replies = new StringBuilder();
    private final List<String> lines = new ArrayList<>();
    private final List<String> refused = new ArrayList<>();
    private boolean isEnded;

    Received(Templates templates) {
        telnet = new TelnetMapping(intake.lines, templates, this);
        bodies = new PutBodies(intake.lines, templates);
    }

    static Received plain() {
        return new Received(Templates.of(List.of()));
    }

    Received telnet(String text) {
        byte[] bytes = text.getBytes(UTF_8);
        telnet.messages(bytes, 0, bytes.length, Intake.SOURCE, Intake.NOW_NANOS);
        drain();
        return this;
    }

    PutReport http(String body) {
        byte[] bytes = body.getBytes(UTF_8);
        PutReport report = bodies.take(bytes, 0, bytes.length, Intake.SOURCE, Intake.NOW_NANOS);
        drain();
        return report;
    }

    private void drain() {
        intake.lines.flush();
        List<Parcel> parcels = intake.queued();
        lines.addAll(Intake.lineTexts(parcels));
        for (Parcel.Refused each : Intake.only(Parcel.Refused.class, parcels)) {
            refused.add(each.reason() + "@" + each.at() + ": " + new String(each.bytes(), UTF_8));
        }
    }

    /** The accepted lines, without the partition. */
    List<String> lines() {
        return lines;
    }

    /** Reason, index of the error, and bytes of the refused messages. */
    List<String> refused() {
        return refused;
    }

    List<String> replies() {
        return replies.toString().lines().toList();
    }

    boolean isEnded() {
        return isEnded;
    }

    @Override
    public void send(byte[] bytes, int from, int to) {
        replies.append(new String(bytes, from, to - from, UTF_8));
    }

    @Override
    public void end() {
        isEnded = true;
    }
}
