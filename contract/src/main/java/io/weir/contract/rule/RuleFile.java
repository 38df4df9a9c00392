package io.weir.contract.rule;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * All rules of a farm, validated as a whole; each list in the order of the file.
 *
 * @param version names the file's content: the first 12 hex digits of SHA-256 over its bytes
 */
public record RuleFile(
        String version,
        List<EnrichRule> enrich,
        List<AggregateRule> aggregate,
        List<RouteRule> route,
        List<SuppressRule> suppress,
        List<AlarmRule> alarms) {
    private static final int VERSION_DIGITS = 12;

    public RuleFile {
        enrich = List.copyOf(enrich);
        aggregate = List.copyOf(aggregate);
        route = List.copyOf(route);
        suppress = List.copyOf(suppress);
        alarms = List.copyOf(alarms);
    }

    /** What counts without a file: everything passes to storage and live, unchanged. */
    public static RuleFile passThrough() {
        byte[] file = "version: 1\n".getBytes(StandardCharsets.UTF_8);
        return new RuleFile(versionOf(file), List.of(), List.of(), List.of(), List.of(), List.of());
    }

    static String versionOf(byte[] file) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(file);
            return HexFormat.of().formatHex(hash).substring(0, VERSION_DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
