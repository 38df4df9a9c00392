package io.weir.gateway.mqtt;

import io.weir.contract.line.LineError;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.RefusalListener;
import io.weir.gateway.intake.spelling.FloatText;
import io.weir.gateway.intake.spelling.LineSpeller;
import io.weir.gateway.intake.stamp.StampUnit;
import java.net.SocketAddress;
import java.util.Arrays;

/** Payloads that are one number, perhaps with blanks around it. */
final class ValuePayload implements Payload {
    private final LineIntake lines;
    private final LineSpeller spelled = new LineSpeller(256);

    ValuePayload(LineIntake lines) {
        this.lines = lines;
    }

    @Override
    public void message(byte[] payload, byte[] topic, SocketAddress source, long receivedNanos) {
        int from = 0;
        int to = payload.length;
        while (from < to && isBlank(payload[from])) {
            from++;
        }
        while (from < to && isBlank(payload[to - 1])) {
            to--;
        }
        LineError error = FloatText.error(payload, from, to);
        spelled.clear();
        spelled.begun(topic);
        if (error == LineError.NONE) {
            FloatText.write(payload, from, to, spelled);
            spelled.endLine();
            lines.lines(
                    spelled.array(), 0, spelled.length(), StampUnit.NS, source, receivedNanos, RefusalListener.NONE);
        } else {
            refuse(error, payload, topic, source, receivedNanos);
        }
    }

    /** The payload alone would not say of which series it is. */
    private void refuse(LineError error, byte[] payload, byte[] topic, SocketAddress source, long receivedNanos) {
        byte[] line = Arrays.copyOf(topic, topic.length + payload.length);
        System.arraycopy(payload, 0, line, topic.length, payload.length);
        lines.refuse(error.code(), line, 0, line.length, topic.length, source, receivedNanos);
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\t' || b == '\n' || b == '\r';
    }
}
