package io.weir.gateway.setting;

import io.weir.contract.config.YamlSection;
import io.weir.contract.service.LineBoundsKeys;
import io.weir.gateway.limit.AddressRange;
import io.weir.gateway.limit.LimitSettings;
import io.weir.gateway.limit.LineBudget;
import io.weir.gateway.limit.LineLimits;
import java.util.List;
import java.util.Optional;

/** The keys of {@code limits}: limits of senders, of a gateway or of one of its inputs. */
public final class LimitKeys {
    /** The default burst, in seconds of the rate. */
    private static final int BURST_SECONDS = 10;

    private static final int SERIES_OF_SOURCE = 1_000_000;
    /** Twice the limit of a source: one runaway tag must not use up the budget of all senders. */
    private static final int SERIES_OF_MEASUREMENT = 2 * SERIES_OF_SOURCE;

    private static final int MOST = LineLimits.NONE;

    private static final LimitSettings DEFAULTS = new LimitSettings(
            List.of(),
            LimitSettings.SOURCES,
            LineBudget.UNLIMITED,
            SERIES_OF_SOURCE,
            SERIES_OF_MEASUREMENT,
            LineLimits.STANDARD);

    private LimitKeys() {}

    /** The limits of a gateway. */
    public static LimitSettings read(YamlSection limits) {
        return read(limits, DEFAULTS);
    }

    /**
     * The limits of an input; empty if it has none of its own. Omitted keys are taken from
     * {@code ofGateway}.
     */
    public static Optional<LimitSettings> ofInput(YamlSection input, LimitSettings ofGateway) {
        return input.nested(
                        "limits",
                        ofGateway,
                        limits -> read(limits, ofGateway),
                        "limits of this input; omitted keys are taken from the gateway's limits")
                .optional();
    }

    private static LimitSettings read(YamlSection limits, LimitSettings rest) {
        return new LimitSettings(
                limits.values(
                                "allow",
                                AddressRange::parse,
                                "networks and addresses that may send, such as 10.0.0.0/8; empty for everybody")
                        .or(rest.allowed()),
                limits.integer("sources", 16, 1 << 24, "sender addresses that are distinguished; 80 bytes each")
                        .or(rest.sources()),
                budget(limits, rest.linesOfSource()),
                limits.integer(
                                "series-per-source",
                                1,
                                MOST,
                                "new series of an address in an hour; a series counts once for each 256 bytes")
                        .or(rest.seriesOfSource()),
                limits.integer(
                                "series-per-measurement",
                                1,
                                MOST,
                                "new series of a measurement in an hour, counted in the same way")
                        .or(rest.seriesOfMeasurement()),
                lines(limits, rest.lines()));
    }

    private static LineBudget budget(YamlSection limits, LineBudget rest) {
        Optional<Long> configured = limits.longInteger(
                        "lines-per-second", 1, 1_000_000_000, "lines that an address may send")
                .optional();
        long perSecond = configured.orElse(rest.isUnlimited() ? 0 : rest.linesPerSecond());
        long burst = limits.longInteger(
                        "burst", 1, 1_000_000_000, "lines that an address may send at once after a pause")
                .or(
                        configured.isPresent() || rest.isUnlimited()
                                ? Math.max(1, BURST_SECONDS * perSecond)
                                : rest.burst(),
                        BURST_SECONDS + " times lines-per-second");
        if (perSecond == 0 && limits.has("burst")) {
            limits.refuse("burst", "has no effect alone", "set lines-per-second too, or remove it");
        }
        return perSecond == 0 ? LineBudget.UNLIMITED : new LineBudget(perSecond, burst);
    }

    private static LineLimits lines(YamlSection limits, LineLimits rest) {
        return new LineLimits(
                size(limits, "datagram-bytes", "longest datagram", rest.datagramBytes()),
                size(limits, "fields", "most fields of a line", rest.fields()),
                size(limits, "tags", "most tags of a series", rest.tags()),
                LineBoundsKeys.read(limits, rest.bounds()));
    }

    private static int size(YamlSection limits, String key, String about, int rest) {
        return limits.integer(key, 1, MOST, about).optional().orElse(rest);
    }
}
