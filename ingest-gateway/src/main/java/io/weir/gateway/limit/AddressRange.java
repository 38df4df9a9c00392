package io.weir.gateway.limit;

import io.weir.contract.config.Refusal;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;

/**
 * All addresses with a common prefix, written {@code 10.0.0.0/8} (RFC 4632) or
 * {@code 2001:db8::/32}.
 */
public record AddressRange(long high, long low, int prefix) {
    private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
    private static final Pattern IPV6 = Pattern.compile("[0-9a-fA-F.]*:[0-9a-fA-F:.]*");
    private static final Pattern LENGTH = Pattern.compile("\\d{1,3}");
    private static final int BITS = 128;
    /** Number of bits before the address in the IPv6 form of an IPv4 address. */
    private static final int BEFORE_IPV4 = 96;

    /**
     * Parses a range; a single address is a range of one. Never queries a name server.
     *
     * @throws Refusal if the text is not a range
     */
    public static AddressRange parse(String text) {
        int slash = text.indexOf('/');
        String address = slash < 0 ? text : text.substring(0, slash);
        int before = address.indexOf(':') < 0 ? BEFORE_IPV4 : 0;
        SourceAddress bits = new SourceAddress();
        bits.set(literal(text, address));
        int prefix = slash < 0 ? BITS : before + length(text, text.substring(slash + 1), BITS - before);
        long high = bits.high() & highMask(prefix);
        long low = bits.low() & lowMask(prefix);
        if (high != bits.high() || low != bits.low()) {
            throw new Refusal(
                    Refusal.quote(text) + " has bits after its prefix",
                    "write " + SourceAddress.text(high, low) + "/" + (prefix - before) + ", or a longer prefix");
        }
        return new AddressRange(high, low, prefix);
    }

    /** Whether the range contains an address of these 128 bits. */
    boolean contains(long otherHigh, long otherLow) {
        return (otherHigh & highMask(prefix)) == high && (otherLow & lowMask(prefix)) == low;
    }

    private static InetAddress literal(String text, String address) {
        if (IPV4.matcher(address).matches() || IPV6.matcher(address).matches()) {
            try {
                return InetAddress.getByName(address);
            } catch (UnknownHostException e) {
                throw noRange(text);
            }
        }
        throw noRange(text);
    }

    private static int length(String text, String length, int max) {
        if (!LENGTH.matcher(length).matches() || Integer.parseInt(length) > max) {
            throw new Refusal(
                    Refusal.quote(text) + " has no valid prefix length after its slash",
                    "write a number from 0 to " + max);
        }
        return Integer.parseInt(length);
    }

    private static Refusal noRange(String text) {
        return new Refusal(
                Refusal.quote(text) + " is not an address range",
                "write it like 10.0.0.0/8, 192.0.2.7 or 2001:db8::/32");
    }

    private static long highMask(int prefix) {
        return firstBits(Math.min(prefix, Long.SIZE));
    }

    private static long lowMask(int prefix) {
        return firstBits(Math.max(prefix - Long.SIZE, 0));
    }

    /** Java shifts a long by 64 as if by 0. */
    private static long firstBits(int count) {
        return count == 0 ? 0 : -1L << (Long.SIZE - count);
    }
}
