package io.weir.gateway.mapping;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.fuzz.InputFuzz;
import io.weir.gateway.intake.Intake;
import io.weir.gateway.intake.MessageDatagrams;
import io.weir.gateway.intake.batch.Parcel;
import io.weir.gateway.testing.InputPage;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PrintedMetricsTest {
    private static final List<String> RELEASES = List.of("1.3.3", "1.9.2", "3.18.2");

    private final Intake intake = new Intake();
    private final RecordIntake prints = of(intake);

    private final List<Parcel.Refused> refused = new ArrayList<>();

    private static RecordIntake of(Intake intake) {
        return new RecordIntake(intake.lines, RecordMapping.NONE, RecordFormat.INFO_LOGGER);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.3.3", "1.9.2", "3.18.2"})
    void theOutputOfEachReleaseBecomesLines(String release) {
        assertThat(take(read(release + ".txt")))
                .containsExactlyElementsOf(
                        new String(read(release + ".lines"), UTF_8).lines().toList());
        assertThat(intake.counts.warnings.of(RecordIntake.NO_RECORD)).isEqualTo(release.startsWith("1") ? 1 : 0);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    [METRIC] a,0 1 1764243000123 | a value=1i 1764243000123000000
                    [METRIC] a,0 1 1764243000123 ,detector=TPC | a,detector=TPC value=1i 1764243000123000000
                    [METRIC] a,0 1 1764243000123 host=,b=c | a,b=c value=1i 1764243000123000000
                    [METRIC] a,2 1e+06 1764243000123 h=a b | a,h=a\\ b value=1e+06 1764243000123000000
                    [METRIC] a,1 5 1764243000123 1764243000124 h=x | a,h=x value="5 1764243000123" 1764243000124000000
                    [METRIC] a x=1=2 y=3 z w= 1764243000123 h=x | a,h=x x="1=2",y="3 z",w="" 1764243000123000000
                    [METRIC] a x=nan y=1 1764243000123 | a y=1i 1764243000123000000
                    log [METRIC] a,0 1 1764243000123 h=x | a,h=x value=1i 1764243000123000000
                    [METRIC] a/b-c.d,0 -0 1764243000123 h=x | a/b-c.d,h=x value=0i 1764243000123000000
                    [METRIC] \u00fc,1 \u00e9 1764243000123 h=\u00e0 | \u00fc,h=\u00e0 value="\u00e9" 1764243000123000000
                    """)
    void unusualMetricsBecomeLines(String printed, String line) {
        assertThat(take(printed)).containsExactly(line);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    [METRIC] a | broken-infologger | 10
                    [METRIC] a,0 | broken-infologger | 12
                    [METRIC] a,0 1 | broken-infologger | 14
                    [METRIC] a,0 1 176424300012 h=x | broken-infologger | 15
                    [METRIC] a,0 1 -176424300012 h=x | broken-infologger | 15
                    [METRIC] a,0 1 17642430001234 h=x | broken-infologger | 15
                    [METRIC] a,0 1 2 1764243000123 h=x | broken-infologger | 15
                    [METRIC] a,1 1764243000123 h=x | broken-infologger | 13
                    [METRIC] ,0 1 1764243000123 h=x | bad-measurement | 9
                    [METRIC] a,0 1.5 1764243000123 h=x | bad-field | 13
                    [METRIC] a,3 x 1764243000123 h=x | bad-field | 13
                    [METRIC] a,2 1,5 1764243000123 h=x | bad-field | 13
                    [METRIC] a,4 1 1764243000123 h=x | broken-infologger | 13
                    [METRIC] a b=1 c 1764243000123x h=x | broken-infologger | 35
                    [METRIC] a b 1764243000123 h=x | broken-infologger | 11
                    [METRIC] a =1 1764243000123 h=x | bad-field | 12
                    [METRIC] a,0 1 1764243000123 h=x,y | bad-tag | 33
                    [METRIC] a,0 1 1764243000123 =x | bad-tag | 29
                    [METRIC] a,3 18446744073709551616 1764243000123 h=x | number-out-of-range | 13
                    [METRIC] a,0 -9223372036854775809 1764243000123 h=x | number-out-of-range | 13
                    [METRIC] a,2 1e999 1764243000123 h=x | number-out-of-range | 13
                    [METRIC] a,0 1 9999999999999 h=x | number-out-of-range | 15
                    [METRIC] a,2 inf 1764243000123 h=x | missing-fields | 9
                    [METRIC] a 1764243000123 h=x | missing-fields | 9
                    InfoLoggerMonitoring : a | broken-infologger | 24
                    InfoLoggerMonitoring : a, 1, 1764243000123, | broken-infologger | 26
                    InfoLoggerMonitoring : a, 1 Type: 7, 1764243000123, | broken-infologger | 26
                    InfoLoggerMonitoring : a, 1 Type: 0, 17642430001, h=x | broken-infologger | 37
                    InfoLoggerMonitoring : , 1 Type: 0, 1764243000123, h=x | bad-measurement | 23
                    InfoLoggerMonitoring : a, 1 Type: 0, 1764243000123, h | bad-tag | 52
                    """)
    void wrongMetricsAreRefusedWithTheirPlace(String printed, String reason, int at) {
        take("[METRIC] before,0 1 1764243000123\n" + printed + "\n[METRIC] after,0 1 1764243000123\n");

        assertThat(refused).singleElement().satisfies(one -> {
            assertThat(one.reason()).isEqualTo(reason);
            assertThat(one.at()).isEqualTo(at);
            assertThat(new String(one.bytes(), UTF_8)).isEqualTo(printed);
        });
        assertThat(intake.counts.lines.sum()).isEqualTo(3);
    }

    @Test
    void aMetricThatIsNotUtf8IsRefused() {
        take("[METRIC] a\u00ff,0 1 1764243000123\n".getBytes(ISO_8859_1));

        assertThat(refused).singleElement().extracting(Parcel.Refused::reason).isEqualTo("not-utf8");
    }

    @Test
    void otherOutputIsCounted() {
        assertThat(take("2026-11-27 10:00:00 started\n\n  \n[INFO] metric\n[METRIC]\n"))
                .isEmpty();
        assertThat(intake.counts.warnings.snapshot()).isEqualTo(Map.of(RecordIntake.NO_RECORD, 3L));
    }

    @Test
    void anOutputOfAnyLengthBecomesAllItsLines() {
        StringBuilder output = new StringBuilder();
        for (int i = 0; i < 10_000; i++) {
            output.append("[METRIC] a,0 ").append(i).append(" 1764243000123 h=x\n");
        }
        assertThat(take(output.toString())).hasSize(10_000).last().isEqualTo("a,h=x value=9999i 1764243000123000000");
    }

    /** The page shows what a release prints, and its lines. */
    @Test
    void theExamplesOfThePageAreRight() {
        InputPage page = new InputPage("infologger");
        assertThat(take(page.block("text", "[METRIC] "))).isEqualTo(page.arrivesAs("text"));
    }

    @Test
    @Timeout(value = 30, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void everyMetricOfDamagedOutputArrivesOrIsCounted() {
        new InputFuzz(
                        taken -> new MessageDatagrams(taken.lines, of(taken)::message),
                        "[METRIC] whole,0 1 1764243000123 h=x\n".getBytes(UTF_8),
                        text -> !text.contains("[METRIC] ") && !text.contains("InfoLoggerMonitoring : "))
                .run(RELEASES.stream()
                        .flatMap(release -> new String(read(release + ".txt"), UTF_8).lines())
                        .map(line -> (line + "\n").getBytes(UTF_8))
                        .toList());
    }

    private List<String> take(String output) {
        return take(output.getBytes(UTF_8));
    }

    /** Returns the lines in order, and refusals where their reasons belong. */
    private List<String> take(byte[] output) {
        List<String> became = new ArrayList<>();
        int from = 0;
        for (int at = 0; at < output.length; at++) {
            if (output[at] == '\n' || at == output.length - 1) {
                prints.message(output, from, at + 1, Intake.SOURCE, Intake.NOW_NANOS);
                intake.lines.flush();
                for (Parcel parcel : intake.queued()) {
                    if (parcel instanceof Parcel.Batch batch) {
                        became.addAll(List.of(new String(batch.lines(), UTF_8).split("\n")));
                    } else if (parcel instanceof Parcel.Refused one) {
                        refused.add(one);
                        became.add("refused: " + one.reason());
                    }
                }
                from = at + 1;
            }
        }
        return became;
    }

    private static byte[] read(String name) {
        try (InputStream in =
                requireNonNull(PrintedMetricsTest.class.getResourceAsStream("/infologger/" + name), name)) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
