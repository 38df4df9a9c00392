package io.weir.standalone.meter;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One value of a meter, such as {@code weir_gateway_lines_total{input="udp"} 3.0}.
 *
 * @param labels by name, sorted
 * @param value NaN if the page has no number there
 */
public record MeterSample(String name, Map<String, String> labels, double value) {
    private static final Pattern SAMPLE = Pattern.compile("(\\w+)(?:\\{(.*)})? (\\S+)");
    private static final Pattern LABEL = Pattern.compile("(\\w+)=\"((?:[^\"\\\\]|\\\\.)*)\"");
    private static final Pattern ESCAPE = Pattern.compile("\\\\(.)");

    /**
     * Returns the samples of a page whose names begin with {@code prefix}, in the order of the
     * page. Skips lines that are not samples.
     */
    public static Stream<MeterSample> all(String page, String prefix) {
        return page.lines()
                .filter(line -> line.startsWith(prefix))
                .map(SAMPLE::matcher)
                .filter(Matcher::matches)
                .map(MeterSample::of);
    }

    /** Returns the sum over all labels of a meter; 0 if the page does not have it. */
    public static double sum(String page, String name) {
        return all(page, name)
                .filter(sample -> sample.name.equals(name))
                .mapToDouble(MeterSample::value)
                .sum();
    }

    private static MeterSample of(MatchResult sample) {
        Map<String, String> labels = new TreeMap<>();
        if (sample.group(2) != null) {
            LABEL.matcher(sample.group(2))
                    .results()
                    .forEach(label -> labels.put(
                            label.group(1), ESCAPE.matcher(label.group(2)).replaceAll("$1")));
        }
        return new MeterSample(sample.group(1), labels, value(sample.group(3)));
    }

    private static double value(String text) {
        try {
            return Double.parseDouble(text);
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }
}
