package io.weir.standalone.replay;

import io.weir.contract.config.Refusal;
import io.weir.contract.line.FieldType;
import io.weir.contract.line.LineError;
import io.weir.contract.line.LineReader;
import io.weir.contract.rule.alarm.LateAlarm;
import io.weir.contract.service.StartException;
import io.weir.late.LateRule;
import io.weir.query.eval.Limits;
import io.weir.query.naming.Origins;
import io.weir.query.naming.PromqlNames;
import io.weir.query.naming.Selection;
import io.weir.query.series.Allowance;
import io.weir.query.series.EvaluationException;
import io.weir.query.series.Labels;
import io.weir.query.series.Matcher;
import io.weir.query.series.Series;
import io.weir.query.series.SeriesSource;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The stored lines of a replay, as far as queries of late rules may read them: the fields that a rule selects, for as
 * long as it looks back. For one thread.
 */
final class LateHistory implements SeriesSource {
    /** With room for growing arrays. */
    private static final long BYTES_OF_SAMPLE = 32;

    /** Rounds of this time may still be due. */
    private static final long MARGIN = Duration.ofHours(1).toMillis();

    private final List<Reading> readings;
    private final long mostSamples;
    private final Map<String, Map<String, Optional<FieldSamples>>> all = new LinkedHashMap<>();
    private final LineReader line = new LineReader();
    private long samples;
    private long nowMillis;
    private long forgottenMillis;

    /** @param back age of the oldest sample that is read, in milliseconds */
    private record Reading(Selection selection, long back) {}

    /** A history in a quarter of the heap. Rules with a wrong query read nothing. */
    LateHistory(List<LateAlarm> rules) {
        this(rules, Runtime.getRuntime().maxMemory() / 4 / BYTES_OF_SAMPLE);
    }

    /** @param mostSamples of all series together; each series counts as {@link Allowance#SAMPLES_OF_SERIES} more */
    LateHistory(List<LateAlarm> rules, long mostSamples) {
        this.mostSamples = mostSamples;
        readings = rules.stream().flatMap(LateHistory::readings).toList();
    }

    private static Stream<Reading> readings(LateAlarm rule) {
        try {
            long every = rule.every().toMillis();
            return LateRule.of(rule.name(), rule.query(), every, rule.delay().toMillis())
                    .readings(Limits.DEFAULT)
                    .stream()
                    .map(each -> new Reading(
                            new Selection(each.matchers()),
                            each.back() == Long.MAX_VALUE ? Long.MAX_VALUE : each.back() + every + MARGIN));
        } catch (Refusal | EvaluationException e) {
            return Stream.empty();
        }
    }

    /** Stores lines. */
    void add(byte[] lines) {
        line.wrap(lines, 0, lines.length);
        while (line.next()) {
            if (line.error() == LineError.NONE) {
                addLine();
            }
        }
    }

    private void addLine() {
        String series = new String(
                line.bytes(), line.seriesStart(), line.seriesEnd() - line.seriesStart(), StandardCharsets.UTF_8);
        Map<String, Optional<FieldSamples>> fields = all.computeIfAbsent(series, none -> new HashMap<>());
        for (int i = 0; i < line.fieldCount(); i++) {
            if (line.fieldType(i) != FieldType.STRING) {
                Optional<FieldSamples> kept = fields.computeIfAbsent(line.fieldKey(i), field -> samples(series, field));
                if (kept.isPresent()) {
                    long millis = TimeUnit.NANOSECONDS.toMillis(line.timestamp());
                    samples += kept.get().add(millis, number(i), nowMillis);
                }
            }
        }
        if (samples > mostSamples) {
            throw new StartException("the late rules need more than " + mostSamples
                    + " samples in memory: shorten the ranges of their queries, run fewer lines, or set a larger -Xmx"
                    + " in WEIR_JAVA_OPTS");
        }
    }

    private double number(int field) {
        return switch (line.fieldType(field)) {
            case BOOLEAN -> line.booleanValue(field) ? 1 : 0;
            case INTEGER -> line.longValue(field);
            case UNSIGNED -> Double.parseDouble(Long.toUnsignedString(line.longValue(field)));
            default -> line.doubleValue(field);
        };
    }

    /** Empty if no rule selects the field. */
    private Optional<FieldSamples> samples(String text, String field) {
        io.weir.contract.line.Series series = io.weir.contract.line.Series.parse(text.getBytes(StandardCharsets.UTF_8));
        Labels named = PromqlNames.labels(series.measurement(), field, series.tags());
        return readings.stream()
                .filter(each -> each.selection().has(series.measurement(), field)
                        && each.selection().selects(named::get))
                .map(Reading::back)
                .max(Long::compare)
                .map(back -> added(new FieldSamples(named, series.measurement(), field, back)));
    }

    private FieldSamples added(FieldSamples series) {
        samples += Allowance.SAMPLES_OF_SERIES;
        return series;
    }

    /** Forgets samples that no later evaluation reads. */
    void forget(long millis) {
        nowMillis = millis;
        if (millis - forgottenMillis >= MARGIN) {
            forgottenMillis = millis;
            kept().forEach(each -> samples -= each.forget(millis));
            all.values().forEach(fields -> fields.values().removeIf(this::isForgotten));
            all.values().removeIf(Map::isEmpty);
        }
    }

    /** A series may have ended. If it has not, its next line adds it again. */
    private boolean isForgotten(Optional<FieldSamples> field) {
        if (field.isPresent() && field.get().isEmpty()) {
            samples -= Allowance.SAMPLES_OF_SERIES;
        }
        return field.isEmpty() || field.get().isEmpty();
    }

    private Stream<FieldSamples> kept() {
        return all.values().stream().flatMap(fields -> fields.values().stream()).flatMap(Optional::stream);
    }

    @Override
    public List<Series> select(List<Matcher> matchers, long from, long to, Allowance allowance) {
        Selection selection = new Selection(matchers);
        selection.requireNoTier("a recording");
        Origins origins = new Origins();
        List<Series> found = new ArrayList<>();
        long used = 0;
        for (FieldSamples each : (Iterable<FieldSamples>) kept()::iterator) {
            if (selection.has(each.measurement(), each.field()) && selection.selects(each.labels()::get)) {
                Series part = each.between(from, to);
                if (part.stamps().length > 0) {
                    origins.claim(each.labels(), each.measurement(), each.field());
                    used += part.stamps().length + Allowance.SAMPLES_OF_SERIES;
                    allowance.check(used);
                    found.add(part);
                }
            }
        }
        // As stores do: the result of a query may depend on the order.
        found.sort(Comparator.comparing(Series::labels));
        return found;
    }

    /** The number of samples in memory, and {@link Allowance#SAMPLES_OF_SERIES} for each series. */
    long samples() {
        return samples;
    }
}
