package io.weir.gateway;

import io.weir.contract.yaml.YamlSection;
import io.weir.gateway.limit.AddressRange;
import io.weir.gateway.limit.LimitSettings;
import io.weir.gateway.limit.LineBudget;
import io.weir.gateway.limit.LineLimits;
import java.util.List;

/** The keys of {@code limits}: what senders may send. */
final class LimitKeys {
    /** A burst of so many seconds of the rate, if nothing else is said. */
    private static final int BURST_SECONDS = 10;

    private static final int SERIES_OF_SOURCE = 1_000_000;
    /** More than one source may bring: a tag that runs away must not use up what all have. */
    private static final int SERIES_OF_MEASUREMENT = 2 * SERIES_OF_SOURCE;

    private static final int MOST = LineLimits.NONE;

    private LimitKeys() {}

    static LimitSettings read(YamlSection limits) {
        return new LimitSettings(
                limits.values(
                                "allow",
                                AddressRange::parse,
                                "networks and addresses that may send, such as 10.0.0.0/8; empty for everybody")
                        .or(List.of()),
                limits.integer("sources", 16, 1 << 24, "senders' addresses that are told apart; 80 bytes each")
                        .or(LimitSettings.SOURCES),
                budget(limits),
                limits.integer("series-per-source", 1, MOST, "new series that an address may bring in an hour")
                        .or(SERIES_OF_SOURCE),
                limits.integer("series-per-measurement", 1, MOST, "new series of a measurement in an hour")
                        .or(SERIES_OF_MEASUREMENT),
                lines(limits));
    }

    private static LineBudget budget(YamlSection limits) {
        long perSecond = limits.longInteger("lines-per-second", 1, 1_000_000_000, "lines that an address may send")
                .optional()
                .orElse(0L);
        long burst = limits.longInteger(
                        "burst", 1, 1_000_000_000, "lines that an address may send at once after a silence")
                .or(Math.max(1, BURST_SECONDS * perSecond), BURST_SECONDS + " times lines-per-second");
        if (perSecond == 0 && limits.has("burst")) {
            limits.refuse("burst", "means nothing alone", "set lines-per-second too, or remove it");
        }
        return perSecond == 0 ? LineBudget.UNLIMITED : new LineBudget(perSecond, burst);
    }

    private static LineLimits lines(YamlSection limits) {
        return new LineLimits(
                size(limits, "datagram-bytes", "longest datagram"),
                size(limits, "line-bytes", "longest line"),
                size(limits, "fields", "most fields of a line"),
                size(limits, "string-bytes", "longest string in a field"),
                size(limits, "tags", "most tags of a series"));
    }

    private static int size(YamlSection limits, String key, String about) {
        return limits.integer(key, 1, MOST, about).optional().orElse(LineLimits.NONE);
    }
}
