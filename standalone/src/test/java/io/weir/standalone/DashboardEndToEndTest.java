package io.weir.standalone;

import static io.weir.standalone.Eventually.eventually;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The data that the page receives from a real {@code weir up}: a metric, a refused line, an alarm
 * and an operator's command on it.
 */
class DashboardEndToEndTest {
    private static final String RULES = """
            version: 1
            alarms:
              - {name: hot, match: {measurement: temp}, field: c, path: [hostname], major: {above: 80}}
            """;

    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    void showsMetricsAndRefusedLinesAndObeysAnOperator(@TempDir Path directory) throws Exception {
        Files.writeString(directory.resolve("rules.yaml"), RULES);
        UpInstallation up = new UpInstallation(directory, "--rules=rules.yaml");
        try (WeirProcess process = up.start()) {
            process.awaitOutput("dashboard  http://127.0.0.1:" + up.pagePort());
            assertThat(up.page("/")).contains("<title>Weir</title>");
            up.send("temp,hostname=flp1 c=97.5,mode=\"cool\"\ntemp,hostname=flp2");
            eventually(
                    "the metric is known", () -> up.page("/api/catalog?q=temp").contains("\"hostname\":[\"flp1\"]"));
            showsValuesAsTheyCome(up);
            eventually("the refused line has its reason", () -> up.page("/api/sources")
                    .contains("missing-fields"));
            long now = System.currentTimeMillis();
            String past = "/api/history?q=" + URLEncoder.encode("temp,hostname=flp* c", UTF_8) + "&from="
                    + (now - 3_600_000) + "&to=" + (now + 60_000);
            eventually("the past is known", () -> up.page(past)
                    .contains("\"tags\":{\"hostname\":\"flp1\"},\"field\":\"c\",\"points\":[["));
            eventually("a text has a history", () -> up.page(past.replace("+c&", "+mode&"))
                    .contains("\"field\":\"mode\",\"points\":[["));
            String inPromql = "/api/v1/query?query=" + URLEncoder.encode("temp_c{hostname='flp1'} > 90", UTF_8);
            eventually("the value is known in PromQL", () -> up.page(inPromql)
                    .contains("\"metric\":{\"__name__\":\"temp_c\",\"hostname\":\"flp1\"},\"value\":["));
            assertThat(up.page("/api/v1/label/hostname/values")).contains("\"flp1\"");
            assertThat(up.page(past.replace("flp*", "other*"))).contains("\"series\":[]");
            eventually("rules are shown", () -> up.page("/api/rules").contains("name: hot"));
            eventually("the alarm is there", () -> up.page("/api/alarms").contains("hot/flp1"));
            assertThat(up.page("/api/overview")).contains("\"fine\":false", "1 major alarm is not acknowledged");

            HttpResponse<String> reply = client.send(
                    request(up, "/api/alarms/command")
                            .header("X-Weir", "1")
                            .POST(
                                    HttpRequest.BodyPublishers.ofString(
                                            "{\"operation\":\"ACKNOWLEDGE\",\"transitions\":[\"hot/flp1#1\"],\"user\":\"anna\"}"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(reply.body()).contains("\"done\":1");
            up.awaitIn("alarms.state", "\"to\":\"ACKNOWLEDGED\"");
            up.awaitIn("alarms.state", "\"user\":\"anna\"");
            eventually("the page knows", () -> up.page("/api/alarms").contains("\"to\":\"ACKNOWLEDGED\""));
            eventually("the journal has it", () -> up.page("/api/journal?filter=user=anna")
                    .contains("\"alarm\":\"hot/flp1\""));
        }
    }

    private void showsValuesAsTheyCome(UpInstallation up) throws Exception {
        String query = URLEncoder.encode("temp,hostname=flp* c", UTF_8);
        try (InputStream events = client.send(
                        request(up, "/api/live?q=" + query).build(), HttpResponse.BodyHandlers.ofInputStream())
                .body()) {
            BufferedReader lines = new BufferedReader(new InputStreamReader(events, UTF_8));
            assertThat(readTo(lines, "event: lines")).contains("\"hostname\":\"flp1\"", "\"field\":\"c\"");
            assertThat(readTo(lines, "event: values")).contains("97.5]");
            up.send("temp,hostname=flp1 c=98.25");
            assertThat(readTo(lines, "event: values")).contains("98.25]");
        }
    }

    private static String readTo(BufferedReader lines, String event) throws IOException {
        String line;
        do {
            line = lines.readLine();
        } while (!event.equals(line));
        return lines.readLine();
    }

    private static HttpRequest.Builder request(UpInstallation up, String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + up.pagePort() + path));
    }
}
