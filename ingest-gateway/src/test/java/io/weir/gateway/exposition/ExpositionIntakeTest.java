package io.weir.gateway.exposition;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.intake.Intake;
import io.weir.gateway.intake.RefusedRecords;
import io.weir.gateway.testing.InputPage;
import io.weir.gateway.testing.OpenedInput;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExpositionIntakeTest {
    private static final String STAMP = " " + Intake.NOW_NANOS;

    private final Intake intake = new Intake();
    private final ExpositionIntake samples = new ExpositionIntake(intake.lines);

    @Test
    void eachMessageIsAnExpositionOfItsOwn() {
        assertThat(taken("# TYPE a gauge\na{b=\"c\"} 1\nd 2 7\n").count()).isZero();
        assertThat(taken("a{b=\"c\"} 3\n").count()).isZero();
        assertThat(taken("e 4 7\n# EOF\n").count()).isZero();
        assertThat(taken("").count()).isZero();
        assertThat(lines())
                .containsExactlyInAnyOrder(
                        "a,b=c value=1" + STAMP,
                        "d value=2 7000000",
                        "a,b=c value=3 " + (Intake.NOW_NANOS + 1),
                        "e value=4 7000000000");
    }

    @Test
    void linesOfAFileAreMessages() {
        byte[] file = "# HELP a\na 1 1\na 2 2\na 3\na 3".getBytes(UTF_8);
        samples.messages(file, 0, file.length, Intake.SOURCE, Intake.NOW_NANOS);
        assertThat(lines())
                .containsExactlyInAnyOrder(
                        "a value=1 1000000",
                        "a value=2 2000000",
                        "a value=3" + STAMP,
                        "a value=3 " + (Intake.NOW_NANOS + 1));
    }

    @Test
    void aWrongSampleIsRefusedAlone() {
        RefusedRecords refused = taken("a 1 1\nb{c=} 1\nd 1 x\ne NaN\nf\na 1 1\nf 2 2\n");
        assertThat(refused.message())
                .isEqualTo("3 refused: scrape-bad-label; scrape-bad-timestamp; scrape-syntax; all others are accepted");
        assertThat(lines()).containsExactlyInAnyOrder("a value=1 1000000", "a value=1 1000000", "f value=2 2000000");
    }

    @Test
    void aPostIsAnsweredAsThePageSays() throws Exception {
        InputPage page = new InputPage("prometheus-text");
        String settings = "udp: {enabled: false}\n" + page.blocks("yaml").get(0).replace("port: 9091", "port: 0");
        String http = settings.substring(0, settings.indexOf("  - kind: exec"));
        try (OpenedInput input = OpenedInput.open(http)) {
            input.acknowledging();
            assertThat(post(input, page.blocks("text").get(0)).statusCode()).isEqualTo(200);
            assertThat(input.lines()).containsExactlyInAnyOrderElementsOf(page.arrivesAs("text"));
            HttpResponse<String> refused = post(input, "a\n");
            assertThat(refused.statusCode()).isEqualTo(400);
            assertThat(refused.body()).isEqualTo("{\"error\":\"1 refused: scrape-syntax; all others are accepted\"}");
        }
    }

    private static HttpResponse<String> post(OpenedInput input, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + input.port() + "/"))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** The message lies between others. */
    private RefusedRecords taken(String message) {
        byte[] bytes = ("x 1\n" + message + "y 1\n").getBytes(UTF_8);
        return samples.message(bytes, 4, bytes.length - 4, Intake.SOURCE, Intake.NOW_NANOS);
    }

    private List<String> lines() {
        intake.lines.flush();
        return Intake.lineTexts(intake.queued());
    }
}
