package io.weir.contract.rule.match;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.config.Refusal;
import io.weir.contract.line.Series;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A user's selection of series, spelled like a series in line protocol, with globs:
 * {@code cpu,hostname=flp*}.
 */
public final class SeriesSelector {
    private SeriesSelector() {}

    /** Without a text, every series. */
    public static Match parse(Optional<String> text) {
        return text.map(SeriesSelector::parse).orElse(Match.ALL);
    }

    /** @throws Refusal if the text is not a series */
    public static Match parse(String text) {
        Series series;
        try {
            series = Series.parse(text.getBytes(UTF_8));
        } catch (IllegalArgumentException e) {
            throw new Refusal(String.valueOf(e.getMessage()), "write it like cpu,detector=TPC,hostname=flp*");
        }
        SortedMap<String, Glob> tags = new TreeMap<>();
        series.tags().forEach((key, value) -> tags.put(key, new Glob(value)));
        return new Match(new Glob(series.measurement()), tags);
    }
}
