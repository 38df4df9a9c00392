package io.weir.standalone.probe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.line.Series;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.RuleLoader;
import io.weir.contract.rule.aggregate.AggregateRule;
import io.weir.contract.rule.alarm.AlarmRule;
import io.weir.contract.rule.match.Match;
import io.weir.contract.rule.metric.EnrichRule;
import io.weir.contract.rule.metric.RouteRule;
import io.weir.contract.rule.metric.SuppressRule;
import io.weir.standalone.rules.DefaultRules;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Every default rule applies to a line that the host sends, or for which the file shows a command
 * to send it.
 */
class DefaultRulesMatchTest {
    private static final Pattern BY_HAND = Pattern.compile("# +echo '([^']+)' \\| \\./weir send -");
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{(\\w+)}");
    private static final List<String> OF_EVERY_ALARM = List.of("value", "threshold", "field", "rule", "severity");

    private final String text = text();
    private final RuleFile rules = RuleLoader.parse("default-rules.yaml", text);

    @Test
    void everyEnrichmentMatches() {
        assertThat(rules.enrich()).isNotEmpty().allSatisfy(rule -> assertThat(sent())
                .as(rule.name())
                .anyMatch(line -> rule.match().test(line.series())));
    }

    @Test
    void everyAverageIsOfFieldsThatAreSent() {
        assertThat(rules.aggregate()).isNotEmpty().allSatisfy(rule -> assertThat(enriched())
                .as(rule.name())
                .anyMatch(line -> rule.match().test(line.series())
                        && line.fields().containsAll(rule.fields().names().orElseThrow())));
    }

    @Test
    void everyRouteDecidesForSomeSeries() {
        List<Match> deciding = processed().stream()
                .flatMap(line -> rules.route().stream()
                        .map(RouteRule::match)
                        .filter(match -> match.test(line.series()))
                        .limit(1))
                .toList();

        assertThat(deciding)
                .isNotEmpty()
                .containsAll(rules.route().stream().map(RouteRule::match).toList());
    }

    @Test
    void everySuppressionIsOfAFieldThatIsSent() {
        assertThat(rules.suppress()).isNotEmpty().allSatisfy(rule -> assertThat(processed())
                .as(rule.name())
                .anyMatch(line -> rule.match().test(line.series())
                        && line.fields().stream().anyMatch(rule.fields()::has)));
    }

    @Test
    void everyAlarmIsOfAFieldThatIsSentAndSpeaksOfTagsThatAreThere() {
        assertThat(rules.alarms()).isNotEmpty().allSatisfy(rule -> {
            Optional<Lines.Read> selected = processed().stream()
                    .filter(line ->
                            rule.match().test(line.series()) && line.fields().contains(rule.field()))
                    .findFirst();
            assertThat(selected).as(rule.name()).isPresent();
            List<String> known = new ArrayList<>(OF_EVERY_ALARM);
            known.addAll(selected.get().series().tags().keySet());
            assertThat(known).as(rule.name()).containsAll(rule.path()).containsAll(placeholders(rule));
        });
    }

    @Test
    void aLineThatNoRuleSpeaksOfIsLeftAsItComes() {
        Series series = Series.parse("cpu,hostname=flp1,detector=TPC".getBytes(UTF_8));

        assertThat(rules.enrich()).extracting(EnrichRule::match).noneMatch(match -> match.test(series));
        assertThat(rules.aggregate()).extracting(AggregateRule::match).noneMatch(match -> match.test(series));
        assertThat(rules.route()).extracting(RouteRule::match).noneMatch(match -> match.test(series));
        assertThat(rules.suppress()).extracting(SuppressRule::match).noneMatch(match -> match.test(series));
    }

    /** The lines that the probe sends, and those of the commands in the comments. */
    private List<Lines.Read> sent() {
        List<Lines.Read> sent = new ArrayList<>(Samples.all());
        Matcher byHand = BY_HAND.matcher(text);
        while (byHand.find()) {
            sent.addAll(Lines.read((byHand.group(1) + " 7").getBytes(UTF_8)));
        }
        assertThat(sent).hasSizeGreaterThan(Samples.all().size());
        return sent;
    }

    private List<Lines.Read> enriched() {
        return sent().stream()
                .map(line -> {
                    Series series = line.series();
                    for (EnrichRule rule : rules.enrich()) {
                        series = rule.match().test(series)
                                ? new Series(series.measurement(), rule.apply(series.tags(), state -> "", missed -> {}))
                                : series;
                    }
                    return new Lines.Read(series, line.fields());
                })
                .toList();
    }

    /** The input of routing, suppression and alarms, averages included. */
    private List<Lines.Read> processed() {
        List<Lines.Read> processed = new ArrayList<>(enriched());
        for (Lines.Read line : enriched()) {
            for (AggregateRule rule : rules.aggregate()) {
                if (rule.match().test(line.series())) {
                    processed.add(average(rule, line.series()));
                }
            }
        }
        return processed;
    }

    private static Lines.Read average(AggregateRule rule, Series of) {
        List<String> fields = rule.fields().names().orElseThrow().stream()
                .flatMap(field -> rule.functions().stream().map(function -> function.resultField(field)))
                .toList();
        return new Lines.Read(of.withMeasurement(rule.output(of.measurement())), fields);
    }

    private static List<String> placeholders(AlarmRule rule) {
        return PLACEHOLDER
                .matcher(rule.handling().message().toString())
                .results()
                .map(name -> name.group(1))
                .toList();
    }

    private static String text() {
        try (InputStream file = Objects.requireNonNull(DefaultRules.class.getResourceAsStream("default-rules.yaml"))) {
            return new String(file.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
