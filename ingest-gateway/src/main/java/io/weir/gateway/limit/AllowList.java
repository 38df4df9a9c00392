package io.weir.gateway.limit;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;

/** Who may send. Immutable; any thread may ask. UDP addresses can be forged: this keeps mistakes out, and no attacker. */
public final class AllowList {
    /** Why a datagram was dropped here. */
    public static final String NOT_ALLOWED = "source-not-allowed";

    /** Everybody may send. */
    public static final AllowList EVERYBODY = new AllowList(List.of());

    private final AddressRange[] ranges;

    /** Of these ranges; none is everybody. */
    public AllowList(List<AddressRange> ranges) {
        this.ranges = ranges.toArray(AddressRange[]::new);
    }

    /** Whether this address may send; an IPv4 address in IPv6's form is the IPv4 address. */
    public boolean isAllowed(InetAddress address) {
        if (ranges.length == 0) {
            return true;
        }
        SourceAddress bits = new SourceAddress();
        bits.set(address);
        return isAllowed(bits);
    }

    /** Whether this sender may send; one without an IP address is on this host, and may. */
    public boolean isAllowed(SocketAddress source) {
        return !(source instanceof InetSocketAddress inet) || isAllowed(inet.getAddress());
    }

    /** As {@link #isAllowed(InetAddress)}, without a view of its own. */
    public boolean isAllowed(SourceAddress address) {
        if (ranges.length == 0) {
            return true;
        }
        for (AddressRange range : ranges) {
            if (range.contains(address.high(), address.low())) {
                return true;
            }
        }
        return false;
    }
}
