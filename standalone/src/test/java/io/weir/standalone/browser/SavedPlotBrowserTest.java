package io.weir.standalone.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** The view Metrics saves a plot as CSV, SVG and PNG. */
@Tag("long")
class SavedPlotBrowserTest {
    @RegisterExtension
    static final Chromium CHROMIUM = new Chromium();

    /** The puts are [line, milliseconds, value]. */
    private static final String CSV = """
            ([puts, names, shown, end]) => Promise.all([import('/lines.js'), import('/export/csv.js')]).then(([{Lines}, {csvOf}]) => {
              const lines = new Lines(20_000, {bins: 20, to: end});
              names.forEach(name => lines.line({measurement: name, tags: {}, field: 'v'}));
              puts.forEach(([line, millis, value]) => lines.put(line, millis, value, false));
              return csvOf(lines, new Set(shown), end);
            })""";

    private final PageServer server = new PageServer();
    private final Page page = CHROMIUM.open().page();

    @AfterEach
    void close() {
        server.close();
    }

    @Test
    void csvContainsTheShownSeries() throws IOException {
        Instant at = Instant.now().minusSeconds(20);
        threeSeries(at);
        hide("flp2");
        String csv = new String(saved("CSV"), UTF_8);
        List<String> rows = csv.lines().toList();
        assertThat(rows).hasSize(2);
        assertThat(rows.get(0))
                .contains("time,")
                .contains("mem,hostname=flp1 used_bytes")
                .doesNotContain("flp2");
        List<String> cells = List.of(rows.get(1).split(","));
        assertThat(cells.subList(1, 3)).containsExactlyInAnyOrder("7000000000", "42");
        assertThat(Instant.parse(cells.get(0))).isBetween(at.minusSeconds(1), at);
    }

    /** The oracle keeps the last value of each line and second. */
    @Test
    void csvHasTheLastValueOfEachBin() {
        page.navigate(server.url("#/metrics?q=none"));
        long seed = Long.getLong("weir.test.seed", System.nanoTime());
        Random random = new Random(seed);
        List<String> names = List.of("plain", "=formula", "with \"quote");
        List<String> heads = List.of("plain v", "'=formula v", "\"with\\ \"\"quote v\"");
        double end = 1_700_000_019_999.0;
        for (int round = 0; round < 30; round++) {
            List<Integer> shown = IntStream.range(0, 3)
                    .filter(line -> random.nextBoolean())
                    .boxed()
                    .toList();
            List<List<Object>> puts = new ArrayList<>();
            TreeMap<Long, Map<Integer, String>> last = new TreeMap<>();
            double millis = end - 25_000;
            while (true) {
                millis += random.nextInt(1_200);
                if (millis > end) {
                    break;
                }
                int line = random.nextInt(3);
                int value = random.nextInt(100);
                puts.add(List.of(line, millis, value));
                long bin = (long) millis / 1_000;
                if (bin > (long) end / 1_000 - 20 && shown.contains(line)) {
                    last.computeIfAbsent(bin, unseen -> new TreeMap<>()).put(line, String.valueOf(value));
                }
            }
            StringBuilder expected = new StringBuilder("time");
            shown.forEach(line -> expected.append(',').append(heads.get(line)));
            last.forEach((bin, values) -> {
                expected.append("\r\n")
                        .append(Instant.ofEpochSecond(bin).toString().replace("Z", ".000Z"));
                shown.forEach(line -> expected.append(',').append(values.getOrDefault(line, "")));
            });
            assertThat(page.evaluate(CSV, List.of(puts, names, shown, end)))
                    .as("seed %d, round %d", seed, round)
                    .isEqualTo(expected.append("\r\n").toString());
        }
    }

    @Test
    void csvHasTextsWhereTheyBegin() {
        page.navigate(server.url("#/metrics?q=none"));
        List<List<Object>> puts = List.of(
                List.of(0, 1_700_000_003_500.0, "IDLE"),
                List.of(0, 1_700_000_007_000.0, "=RUN"),
                List.of(0, 1_700_000_008_000.0, "=RUN"));
        assertThat(page.evaluate(CSV, List.of(puts, List.of("run"), List.of(0), 1_700_000_019_999.0)))
                .isEqualTo("time,run v\r\n2023-11-14T22:13:23.000Z,IDLE\r\n2023-11-14T22:13:27.000Z,'=RUN\r\n");
    }

    @Test
    void svgShowsTheLinesTheirScalesAndTheirLegend() throws Exception {
        Instant start = Instant.now().minusSeconds(30);
        threeSeries(start);
        for (int value : List.of(10, 60)) {
            server.lived("mem,hostname=flp1 used_percent=" + value, start.plusSeconds(value / 3));
            assertThat(row("percent").locator("td.number")).containsText(value + " %");
        }
        hide("flp2");
        Document svg = svg(saved("SVG"));
        assertThat(texts(svg)).contains("B", "%", "used_bytes · flp1", "Series", "Max", "60 %", "10 %");
        assertThat(texts(svg)).doesNotContain("used_bytes · flp2");
        List<List<double[]>> lines = lines(svg);
        assertThat(lines).hasSize(2);
        List<double[]> percent =
                lines.stream().filter(points -> points.size() == 3).findFirst().orElseThrow();
        assertThat(percent).extracting(point -> point[0]).isSorted();
        // The values are 42, 10, 60, and y grows downwards.
        double[] ys = percent.stream().mapToDouble(point -> point[1]).toArray();
        assertThat(ys[1]).isGreaterThan(ys[2]);
        assertThat((ys[1] - ys[0]) / (ys[1] - ys[2])).isBetween(32 / 50.0 - 0.05, 32 / 50.0 + 0.05);
    }

    @Test
    void pngIsTheSamePictureForPrinting() throws Exception {
        threeSeries(Instant.now().minusSeconds(20));
        Document svg = svg(saved("SVG"));
        BufferedImage png = ImageIO.read(new ByteArrayInputStream(saved("PNG")));
        double width = Double.parseDouble(svg.getDocumentElement().getAttribute("width"));
        assertThat((double) png.getWidth()).isEqualTo(Math.floor(3 * width));
        String stroke = elements(svg, "path").stream()
                .filter(path -> path.getAttribute("class").equals("line"))
                .map(path -> path.getAttribute("stroke"))
                .findFirst()
                .orElseThrow();
        int rgb = Integer.parseInt(stroke.substring(1), 16);
        assertThat(Arrays.stream(png.getRGB(0, 0, png.getWidth(), png.getHeight(), null, 0, png.getWidth()))
                        .anyMatch(pixel -> (pixel & 0xffffff) == rgb))
                .isTrue();
    }

    @Test
    void aPlotWithoutNumbersIsNoPicture() {
        page.navigate(server.url("#/metrics?q=run"));
        assertThat(page.locator(".timelines .state")).hasCount(2);
        assertThat(page.locator(".u-wrap")).isHidden();
        page.getByText("Save SVG").click();
        assertThat(page.locator(".notice")).containsText("Not saved as SVG: there are no numbers to plot");
    }

    private void threeSeries(Instant at) {
        server.lived("mem,hostname=flp1 used_bytes=7000000000,used_percent=42", at);
        server.lived("mem,hostname=flp2 used_bytes=3000000000", at);
        page.navigate(server.url("#/metrics?q=mem"));
        assertThat(page.locator(".legend tbody tr")).hasCount(3);
        assertThat(row("percent").locator("td.over").last()).containsText("42 %");
    }

    private void hide(String text) {
        row(text).locator("button").press("Shift+Enter");
        assertThat(page.locator(".legend tr.off")).hasCount(1);
    }

    private Locator row(String text) {
        return page.locator(".legend tbody tr").filter(new Locator.FilterOptions().setHasText(text));
    }

    private byte[] saved(String kind) throws IOException {
        Download download =
                page.waitForDownload(() -> page.getByText("Save " + kind).click());
        assertThat(download.suggestedFilename())
                .matches("weir-\\d{4}-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\d\\." + kind.toLowerCase(Locale.ROOT));
        try (InputStream in = download.createReadStream()) {
            return in.readAllBytes();
        }
    }

    private static Document svg(byte[] file) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new ByteArrayInputStream(file));
    }

    private static List<String> texts(Document svg) {
        return elements(svg, "text").stream().map(Element::getTextContent).toList();
    }

    /** The points of each line: the first one has a small part of its own. */
    private static List<List<double[]>> lines(Document svg) {
        Pattern point = Pattern.compile("M[\\d.]+ (?<first>[\\d.]+)H(?<begin>[\\d.]+)|L(?<x>[\\d.]+) (?<y>[\\d.]+)");
        return elements(svg, "path").stream()
                .filter(path -> path.getAttribute("class").equals("line"))
                .map(path -> {
                    List<double[]> points = new ArrayList<>();
                    Matcher matcher = point.matcher(path.getAttribute("d"));
                    while (matcher.find()) {
                        boolean isFirst = matcher.group("x") == null;
                        points.add(new double[] {
                            Double.parseDouble(matcher.group(isFirst ? "begin" : "x")),
                            Double.parseDouble(matcher.group(isFirst ? "first" : "y"))
                        });
                    }
                    return points;
                })
                .toList();
    }

    private static List<Element> elements(Document svg, String name) {
        NodeList nodes = svg.getElementsByTagName(name);
        return IntStream.range(0, nodes.getLength())
                .mapToObj(i -> (Element) nodes.item(i))
                .toList();
    }
}
