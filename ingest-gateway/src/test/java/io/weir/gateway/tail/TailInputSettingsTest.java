package io.weir.gateway.tail;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.config.MistakesException;
import io.weir.contract.config.YamlSource;
import io.weir.contract.service.StartException;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.testing.OpenedInput;
import org.junit.jupiter.api.Test;

class TailInputSettingsTest {
    @Test
    void mistakesAreReportedTogether() {
        assertThatThrownBy(() -> YamlSource.text(
                                "test", "{files: [a, '/var/[a/*', 'x{'], start: middle, line-bytes: 1, format: csv}")
                        .read(section -> TailInputSettings.read(new InputName("tail", true), section)))
                .isInstanceOf(MistakesException.class)
                .hasMessageContaining("has the part \"[a\": Missing ']")
                .hasMessageContaining("has the part \"x{\": Missing '}")
                .hasMessageContaining("start: must be one of beginning, end")
                .hasMessageContaining("line-bytes")
                .hasMessageContaining("csv: has no columns: each line is a message");
        assertThatThrownBy(() -> OpenedInput.open("{udp: {enabled: false}, tail: {enabled: true}}"))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("input tail has no files; set tail.files (WEIR_GATEWAY_TAIL_FILES)");
    }
}
