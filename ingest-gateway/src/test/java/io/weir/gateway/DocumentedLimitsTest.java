package io.weir.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.config.YamlSource;
import io.weir.contract.line.LineBounds;
import io.weir.gateway.limit.LineBudget;
import io.weir.gateway.limit.LineLimits;
import io.weir.gateway.limit.SequenceName;
import io.weir.gateway.message.UdpMessageSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The examples of the documentation page about limits are valid settings. */
class DocumentedLimitsTest {
    private static final Path PAGE = Path.of("..", "docs", "inputs", "limits.md");
    private static final Pattern YAML = Pattern.compile("```yaml\\n(.*?)```", Pattern.DOTALL);

    @Test
    void everyExampleIsWhatItSays() throws IOException {
        List<GatewayConfig> examples = YAML.matcher(Files.readString(PAGE))
                .results()
                .map(example -> YamlSource.text("limits.md", example.group(1)).read(GatewayConfig::read))
                .toList();

        assertThat(examples).hasSize(3);
        assertThat(examples.get(0).senderLimits().allowed()).hasSize(3);
        assertThat(examples.get(0).senderLimits().linesOfSource()).isEqualTo(new LineBudget(5000, 50_000));
        assertThat(examples.get(0).senderLimits().lines())
                .isEqualTo(new LineLimits(
                        9000, 200, 30, new LineBounds(8192, 2048, 256, 1024, LineBounds.Refused.CONTROLS)));
        assertThat(examples.get(1).limitsOf("http").allowed()).isEmpty();
        assertThat(examples.get(1).limitsOf("http").linesOfSource()).isEqualTo(new LineBudget(5000, 50_000));
        assertThat(examples.get(1).limitsOf("relays").linesOfSource()).isEqualTo(new LineBudget(500_000, 5_000_000));
        assertThat(examples.get(2).inputs())
                .extracting(input -> ((UdpMessageSettings) input).sequence().orElseThrow())
                .containsExactly(new SequenceName("n", false), new SequenceName("n", true));
    }
}
