package io.weir.gateway.parse;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.config.YamlSource;
import io.weir.gateway.mapping.RecordFormat;
import io.weir.gateway.mapping.RecordMapping;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class MappedReportTest {
    @Test
    void showsMetricsAndThenWhatIsRefused() throws IOException {
        RecordMapping mapping = YamlSource.text("test", "{measurement: m, tags: {host: /h}, timestamp: /t}")
                .read(RecordMapping::read);
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        int refused = MappedReport.write("""
                        [{"h":"a","v":1,"t":1790000000},{"h":"b","t":"x","v":[1]},
                        {"h":"c","t":1.5,"v":[1]}] 7
                        """.getBytes(UTF_8), RecordFormat.JSON, mapping, out);

        assertThat(refused).isEqualTo(2);
        assertThat(out.toString(UTF_8)).isEqualTo("""
                {"measurement":"m","tags":{"host":"a"},"fields":{"v":{"type":"integer","value":1}},"timestamp":1790000000000000000}
                {"measurement":"m","tags":{"host":"c"},"fields":{"v":{"type":"string","value":"[1]"}},"timestamp":1500000000}
                {"reason":"invalid-timestamp","pointer":"/t","record":"{\\"h\\":\\"b\\",\\"t\\":\\"x\\",\\"v\\":[1]}"}
                {"reason":"not-a-record","pointer":"","record":"7"}
                """);
    }
}
