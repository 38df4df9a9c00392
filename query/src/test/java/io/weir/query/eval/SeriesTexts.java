package io.weir.query.eval;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.query.series.Series;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Series as texts, to compare answers. */
public final class SeriesTexts {
    private SeriesTexts() {}

    /** The times and values of each series, by its labels, which no other series may have. */
    public static Map<String, String> of(List<Series> series) {
        Map<String, String> values = new TreeMap<>();
        for (Series each : series) {
            String others = values.put(
                    each.labels().toString(), Arrays.toString(each.stamps()) + Arrays.toString(each.values()));
            assertThat(others).as("labels of another series").isNull();
        }
        return values;
    }
}
