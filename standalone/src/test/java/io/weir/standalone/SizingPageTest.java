package io.weir.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tables of {@code docs/sizing.md} follow from its formulas and constants. */
class SizingPageTest {
    private static final Path ROOT = Path.of("..");
    private static final double SHARE_JUDGED = 0.1;
    private static final double SHARE_STORED = 0.1;

    private final String page = Files.readString(ROOT.resolve("docs/sizing.md"));

    SizingPageTest() throws IOException {}

    @Test
    void coresAreTheirTimeTwice() {
        double[] micros = {
            constant("gateway, ten lines in a datagram"),
            constant("processing, a mean over 1 s of each series, 1 000 rules"),
            SHARE_JUDGED * constant("alarming, each line judged under 10 000 rules"),
            SHARE_STORED * constant("writer"),
            SHARE_STORED * constant("InfluxDB 1.x, for each point stored"),
            constant("Kafka, all topics, one replica")
        };
        List<List<String>> rows = rows("| lines/s | gateway |");
        assertThat(rows).hasSizeGreaterThan(3);
        for (List<String> row : rows) {
            double perSecond = number(row.get(0));
            List<String> expected = new ArrayList<>();
            double all = 0;
            for (double each : micros) {
                double cores = Math.ceil(perSecond * each / 1e6 * 2 * 10 - 1e-9) / 10;
                all += cores;
                expected.add(String.format(Locale.ROOT, "%.1f", cores));
            }
            expected.add(String.format(Locale.ROOT, "%.1f", all));
            assertThat(row.subList(1, row.size())).as(row.get(0)).isEqualTo(expected);
        }
    }

    @Test
    void storesMayBeAwayForWhatTopicsKeep() {
        List<String> header = cells(page.lines()
                .filter(line -> line.startsWith("| lines/s stored |"))
                .findFirst()
                .orElseThrow());
        List<List<String>> rows = rows("| lines/s stored |");
        assertThat(rows).hasSizeGreaterThan(3);
        for (List<String> row : rows) {
            for (int column = 1; column < header.size(); column++) {
                double partitions = number(header.get(column).replace(" partitions", ""));
                double minutes = partitions * (1L << 30) / (number(row.get(0)) * 29) / 60;
                String told = row.get(column);
                boolean inHours = told.endsWith(" h");
                assertThat(number(told.substring(0, told.indexOf(' '))))
                        .as(row.get(0) + " " + header.get(column))
                        .isEqualTo(inHours ? Math.round(minutes / 6) / 10.0 : Math.round(minutes));
            }
        }
    }

    /** The number in a row of the first table. */
    private double constant(String name) {
        return page.lines()
                .filter(line -> line.startsWith("| " + name + " |"))
                .mapToDouble(line -> number(cells(line).get(1)))
                .findFirst()
                .orElseThrow();
    }

    /** The rows below a table's header. */
    private List<List<String>> rows(String header) {
        return page.lines()
                .dropWhile(line -> !line.startsWith(header))
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .map(SizingPageTest::cells)
                .toList();
    }

    private static List<String> cells(String row) {
        return Stream.of(row.split("\\|")).skip(1).map(String::strip).toList();
    }

    private static double number(String text) {
        return Double.parseDouble(text.replace(" ", ""));
    }
}
