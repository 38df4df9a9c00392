package io.weir.processing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.weir.contract.rule.RuleFile;
import io.weir.contract.rule.Rules;
import io.weir.contract.topic.Topics;
import io.weir.processing.meter.ProcessingMeters;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ProcessingTopologyTest {

    /**
     * The names of nodes and stores are part of a deployment: the changelog topic contains the
     * store's name. If this test fails, an upgrade loses the state of the previous version, unless
     * it is migrated.
     */
    @Test
    void graphEqualsTheGoldenFile() throws IOException {
        String graph = ProcessingTopology.build(
                        Rules.fixed(RuleFile.passThrough()),
                        new Topics(""),
                        8,
                        ProcessingConfig.defaults(),
                        new ProcessingMeters(new SimpleMeterRegistry()))
                .describe()
                .toString();

        assertThat(graph.strip()).isEqualTo(golden());
    }

    private static String golden() throws IOException {
        try (InputStream in = ProcessingTopologyTest.class.getResourceAsStream("/topologies/processing.txt")) {
            return new String(Objects.requireNonNull(in).readAllBytes(), UTF_8).strip();
        }
    }
}
