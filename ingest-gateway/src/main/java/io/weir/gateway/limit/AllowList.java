package io.weir.gateway.limit;

import java.net.InetAddress;
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

    /** As {@link #isAllowed(InetAddress)}; who has no IP address is on this host, and may send. */
    public boolean isAllowed(SourceAddress address) {
        if (ranges.length == 0 || address.isLocal()) {
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
