package io.weir.gateway.collectd;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.gateway.testing.InputPage;
import java.nio.file.Path;
import java.util.List;

/**
 * The examples of the documentation page of the collectd input, adapted to a test's ports and
 * files. Tests run exactly these.
 */
final class CollectdPage {
    private final InputPage page = new InputPage("collectd");

    /**
     * The collectd.conf whose first line ends with this text, sending every second to this port.
     */
    String conf(String firstLineEnds, int port) {
        List<String> found = page.blocks("apache").stream()
                .filter(block -> block.lines().findFirst().orElseThrow().endsWith(firstLineEnds))
                .toList();
        assertThat(found).as(firstLineEnds).hasSize(1);
        return found.get(0)
                .replace("\"weir.example.org\" \"25826\"", "\"127.0.0.1\" \"" + port + "\"")
                .replaceAll("Interval 10\\b", "Interval 1");
    }

    /** The gateway settings that contain this text, listening on a free local port. */
    String yaml(String says, Path users) {
        List<String> found = page.blocks("yaml").stream()
                .filter(block -> block.contains(says))
                .toList();
        assertThat(found).as(says).hasSize(1);
        return found.get(0)
                .replace("enabled: true", "enabled: true, host: 127.0.0.1, port: 0")
                .replace("/etc/weir/collectd-users", users.toString());
    }

    /** The user file. */
    String users() {
        return page.blocks("").stream()
                .filter(block -> block.startsWith("# /etc/weir/collectd-users"))
                .findFirst()
                .orElseThrow();
    }
}
