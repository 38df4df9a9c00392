package io.weir.standalone.probe.out;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.nio.channels.UnsupportedAddressTypeException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends datagrams to one target and continues after errors. Logs when sending begins to fail, and
 * when it works again. Not thread-safe.
 */
public final class UdpSender implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(UdpSender.class);

    /** Only the next send reports a closed port, so a single success proves nothing. */
    private static final int SENT_WHEN_WELL = 10;

    private final HostAndPort target;
    private @Nullable DatagramChannel channel;
    private boolean isFailing;
    private int sentSinceFailure;

    public UdpSender(HostAndPort target) {
        this.target = target;
    }

    HostAndPort target() {
        return target;
    }

    /** Returns whether the system accepted the datagram; UDP gives no further confirmation. */
    boolean send(byte[] bytes, int from, int to) {
        try {
            connected().write(ByteBuffer.wrap(bytes, from, to - from));
            sent();
            return true;
        } catch (IOException | UnsupportedAddressTypeException e) {
            failed(e);
            return false;
        }
    }

    @Override
    public void close() {
        DatagramChannel open = channel;
        channel = null;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                LOG.debug("cannot close the socket", e);
            }
        }
    }

    /**
     * Connected, because only then the system reports a closed port. Reconnects after a failure,
     * because the name's address may have changed.
     */
    private DatagramChannel connected() throws IOException {
        DatagramChannel open = channel;
        if (open != null) {
            return open;
        }
        InetSocketAddress address = target.resolve();
        if (address.isUnresolved()) {
            throw new UnknownHostException(target.host());
        }
        DatagramChannel opened = DatagramChannel.open();
        channel = opened;
        opened.connect(address);
        return opened;
    }

    private void sent() {
        if (isFailing && ++sentSinceFailure >= SENT_WHEN_WELL) {
            isFailing = false;
            LOG.info("probe reaches {} again", target);
        }
    }

    private void failed(Exception e) {
        close();
        sentSinceFailure = 0;
        if (!isFailing) {
            isFailing = true;
            LOG.warn("probe cannot send to {}: {}; it keeps trying and counts lost lines", target, reason(e));
        }
    }

    private static String reason(Exception e) {
        if (e instanceof PortUnreachableException) {
            return "no gateway listens there: check that it runs, and the port";
        }
        if (e instanceof UnknownHostException) {
            return "no address is known for this name: check its spelling";
        }
        if (e instanceof UnsupportedAddressTypeException) {
            return "the address is IPv6, which this host does not have";
        }
        return String.valueOf(e.getMessage());
    }
}
