package io.weir.gateway.limit;

import java.net.InetAddress;
import java.util.List;

/**
 * The addresses that may send. Immutable and thread-safe. Protects against mistakes, not against
 * attackers: UDP addresses can be forged.
 */
public final class AllowList {
    /** Drop reason of a datagram from another address. */
    public static final String NOT_ALLOWED = "source-not-allowed";

    /** Every address may send. */
    public static final AllowList EVERYBODY = new AllowList(List.of());

    private final AddressRange[] ranges;

    /** Allows these ranges; an empty list allows every address. */
    public AllowList(List<AddressRange> ranges) {
        this.ranges = ranges.toArray(AddressRange[]::new);
    }

    /**
     * Whether this address may send. An IPv4 address in IPv6 form is treated as the IPv4 address.
     */
    public boolean isAllowed(InetAddress address) {
        if (ranges.length == 0) {
            return true;
        }
        SourceAddress bits = new SourceAddress();
        bits.set(address);
        return isAllowed(bits);
    }

    /**
     * As {@link #isAllowed(InetAddress)}. A sender without an IP address is on this host and may
     * send.
     */
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
