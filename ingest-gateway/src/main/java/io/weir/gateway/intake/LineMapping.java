package io.weir.gateway.intake;

import io.weir.gateway.intake.stamp.StampUnit;
import java.net.SocketAddress;

/**
 * Messages that are line protocol already.
 *
 * @param unit unit of the timestamps
 */
public record LineMapping(LineIntake lines, StampUnit unit) implements Mapping {

    @Override
    public void messages(byte[] bytes, int from, int to, SocketAddress source, long receivedNanos) {
        lines.lines(bytes, from, to, unit, source, receivedNanos, RefusalListener.NONE);
    }
}
