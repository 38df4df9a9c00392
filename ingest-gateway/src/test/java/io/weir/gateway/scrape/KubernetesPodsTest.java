package io.weir.gateway.scrape;

import static io.weir.gateway.intake.OneInput.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.poll.TargetGroup;
import io.weir.gateway.poll.TargetList;
import io.weir.gateway.testing.Daemon;
import io.weir.gateway.testing.Exporter;
import io.weir.gateway.testing.InputPage;
import io.weir.gateway.testing.OpenedInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example that lists pods of Kubernetes. The pods have the fields of its API; no cluster made them. */
class KubernetesPodsTest {
    private static final Path EXAMPLE = Path.of("..", "docs", "examples", "kubernetes-pods.jq");
    private static final Path PODS = Path.of("src", "test", "resources", "kubernetes", "pods.json");

    @Test
    void runningPodsWithTheAnnotationAreTargets(@TempDir Path folder) throws Exception {
        Path list = targets(folder, "9102");
        assertThat(TargetList.read("pods", Files.readAllBytes(list), "__meta_filepath"))
                .containsExactly(
                        new TargetGroup(
                                List.of("127.0.0.1:9102"),
                                new TreeMap<>(Map.of(
                                        "__meta_filepath", "pods",
                                        "__metrics_path__", "/stats",
                                        "__scheme__", "http",
                                        "namespace", "shop",
                                        "node", "node1",
                                        "pod", "web-7d4b9c8f6-x2x9k"))),
                        new TargetGroup(
                                List.of("[fd00::17]:9121"),
                                new TreeMap<>(Map.of(
                                        "__meta_filepath", "pods",
                                        "__metrics_path__", "/metrics",
                                        "__scheme__", "https",
                                        "namespace", "shop",
                                        "node", "node2",
                                        "pod", "cache-0"))));
    }

    @Test
    void podsAreScrapedAsThePageSays(@TempDir Path folder) throws Exception {
        try (Exporter exporter = Exporter.start().exposing("load 1\n")) {
            String port = exporter.address().substring(exporter.address().indexOf(':') + 1);
            targets(folder, port);
            String settings = new InputPage("scrape")
                    .block("yaml", "pods.json")
                    .replace("/etc/weir/targets", folder.toString())
                    .replace("enabled: true", "enabled: true\n  shared: false\n  scrape-interval: 200ms");
            try (OpenedInput input = OpenedInput.open(settings)) {
                String line = "load,instance=" + exporter.address()
                        + ",job=pods,namespace=shop,node=node1,pod=web-7d4b9c8f6-x2x9k value=1 [0-9]{19}";
                await(line, () -> input.has(line));
            }
            assertThat(exporter.requests().get(0)).startsWith("GET /stats HTTP/1.1\n");
        }
    }

    /** What the example makes of the pods, in the file that the page names. */
    private static Path targets(Path folder, String port) throws IOException, InterruptedException {
        Path pods =
                Files.writeString(folder.resolve("list"), Files.readString(PODS).replace("PORT", port));
        Path targets = folder.resolve("pods.json");
        Process jq = new ProcessBuilder(Daemon.find("jq", "jq").toString(), "-f", EXAMPLE.toString(), pods.toString())
                .redirectOutput(targets.toFile())
                .start();
        String mistakes = new String(jq.getErrorStream().readAllBytes(), UTF_8);
        assertThat(jq.waitFor()).as(mistakes).isZero();
        return targets;
    }
}
