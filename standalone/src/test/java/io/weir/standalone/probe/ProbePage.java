package io.weir.standalone.probe;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The content of docs/probe.md.
 *
 * @param tags all code in the column of tags, by measurement
 * @param fields by measurement
 */
record ProbePage(List<String> lines, Map<String, Set<String>> tags, Map<String, Set<String>> fields) {
    /** The heading above the table of measurements. */
    private static final String TABLE = "## What it sends";

    private static final Pattern CODE = Pattern.compile("`([^`]+)`");

    static ProbePage read() throws IOException {
        ProbePage page =
                new ProbePage(Files.readAllLines(Path.of("..", "docs", "probe.md")), new TreeMap<>(), new TreeMap<>());
        String measurement = "";
        for (String line : page.lines.subList(page.lines.indexOf(TABLE), page.lines.size())) {
            String[] cells = line.split("\\|");
            if (!line.startsWith("|")
                    || cells.length < 4
                    || !CODE.matcher(cells[3]).find()) {
                continue;
            }
            // A row without a measurement continues the one above.
            measurement = code(cells[1]).stream().findFirst().orElse(measurement);
            page.tags.computeIfAbsent(measurement, name -> new TreeSet<>()).addAll(code(cells[2]));
            page.fields.computeIfAbsent(measurement, name -> new TreeSet<>()).addAll(code(cells[3]));
        }
        return page;
    }

    private static Set<String> code(String cell) {
        Set<String> words = new TreeSet<>();
        Matcher code = CODE.matcher(cell);
        while (code.find()) {
            words.add(code.group(1));
        }
        return words;
    }
}
