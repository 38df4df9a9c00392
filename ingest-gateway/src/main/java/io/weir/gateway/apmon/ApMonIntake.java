package io.weir.gateway.apmon;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.gateway.intake.DatagramIntake;
import io.weir.gateway.intake.LineIntake;
import io.weir.gateway.intake.RefusalListener;
import io.weir.gateway.intake.spelling.LineSpeller;
import io.weir.gateway.intake.stamp.StampUnit;
import java.net.SocketAddress;
import java.util.List;
import java.util.Optional;

/**
 * Consumes ApMon packets. Each becomes a line of a {@link LineIntake}, or is rejected there.
 * Belongs to one event loop.
 */
public final class ApMonIntake implements DatagramIntake {
    private final LineIntake lines;
    private final ApMonPacket packet;
    private final LineSpeller spelled = new LineSpeller(8192);

    /**
     * Writes lines and packet numbers to {@code lines}.
     *
     * @param password that every packet must contain; empty to accept any or none
     * @param nodeTags tags into which a node's name is split; empty for the single tag {@code node}
     */
    public ApMonIntake(LineIntake lines, Optional<String> password, List<String> nodeTags) {
        this.lines = lines.withPacketNumbers();
        this.packet = new ApMonPacket(
                new NodeTags(nodeTags),
                password.map(secret -> secret.getBytes(UTF_8)).orElse(null));
    }

    @Override
    public void datagram(byte[] bytes, int from, int to, SocketAddress source, long receivedNanos) {
        if (!lines.countDatagram(to - from)) {
            return;
        }
        spelled.clear();
        ApMonError error = packet.read(
                bytes,
                from,
                to,
                spelled,
                (reason, start, end) -> lines.refuse(reason.code(), bytes, start, end, start, source, receivedNanos));
        if (packet.number() >= 0) {
            lines.packetNumber(packet.instance(), packet.number(), source);
        }
        if (error != ApMonError.NONE) {
            int body = packet.bodyAt();
            lines.refuse(error.code(), bytes, body, to, packet.errorAt(), source, receivedNanos);
        } else {
            lines.lines(spelled.array(), 0, spelled.length(), StampUnit.S, source, receivedNanos, RefusalListener.NONE);
        }
    }

    @Override
    public LineIntake lines() {
        return lines;
    }
}
