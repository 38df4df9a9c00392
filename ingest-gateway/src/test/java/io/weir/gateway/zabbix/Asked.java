package io.weir.gateway.zabbix;

import io.weir.contract.config.YamlSource;
import io.weir.gateway.intake.FrameAnswer;
import io.weir.gateway.intake.FrameHead;
import io.weir.gateway.intake.Intake;
import io.weir.gateway.intake.batch.Parcel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Messages to a server, and what becomes of their values. */
final class Asked {
    static final int MAX_BYTES = 1 << 20;

    final Intake intake = new Intake(128 << 10, 1000, 100_000, 1 << 30);
    private final ZabbixIntake server;
    private final List<String> lines = new ArrayList<>();
    private final List<String> refused = new ArrayList<>();

    /** With these settings, in YAML. */
    Asked(String items) {
        server = new ZabbixIntake(
                intake.lines, YamlSource.text("test", items).read(ItemSettings::read), MAX_BYTES, new Sessions());
    }

    static Asked plain() {
        return new Asked("{}");
    }

    /** The answer to a plain message, without the seconds. */
    String ask(String json) {
        return send(Frames.plain(json));
    }

    /** The answer to a frame. */
    String send(byte[] frame) {
        FrameAnswer answer = serve(server, frame);
        intake.lines.flush();
        List<Parcel> parcels = intake.queued();
        lines.addAll(Intake.lineTexts(parcels));
        for (Parcel.Refused each : Intake.only(Parcel.Refused.class, parcels)) {
            refused.add(each.reason() + "@" + each.at() + ": " + new String(each.bytes(), StandardCharsets.UTF_8));
        }
        return Frames.json(answer.bytes()).replaceFirst("seconds spent: \\d+\\.\\d{6}", "seconds spent: S");
    }

    /** Cuts the frame into head and body as the input does, and serves it. */
    static FrameAnswer serve(ZabbixIntake server, byte[] frame) {
        FrameHead.Start start = server.head().read(frame, 0);
        int headBytes = 0;
        while (start instanceof FrameHead.More more) {
            headBytes = more.headBytes();
            start = server.head().read(Arrays.copyOf(frame, headBytes), headBytes);
        }
        int length = (int) ((FrameHead.Body) start).bytes();
        byte[] body = Arrays.copyOfRange(frame, headBytes, headBytes + length);
        return server.frame(Arrays.copyOf(frame, FrameHead.MOST_BYTES), body, length, Intake.SOURCE, Intake.NOW_NANOS);
    }

    /** The accepted lines, without the partition. */
    List<String> lines() {
        return lines;
    }

    /** For each refused value: the reason, the index of the error, and the bytes. */
    List<String> refused() {
        return refused;
    }

    static String counted(int processed, int failed) {
        return "{\"response\":\"success\",\"info\":\"processed: " + processed + "; failed: " + failed + "; total: "
                + (processed + failed) + "; seconds spent: S\"}";
    }
}
