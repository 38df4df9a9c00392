package io.weir.gateway.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.config.MistakesException;
import io.weir.contract.config.YamlSource;
import io.weir.contract.service.StartException;
import io.weir.gateway.exec.CommandSettings.Schedule;
import io.weir.gateway.setting.InputName;
import io.weir.gateway.testing.OpenedInput;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ExecSettingsTest {
    @Test
    void aRunMayLastAsLongAsTheInterval() {
        ExecSettings settings = read("{command: [eos, node, ls, -m], interval: 1m}");
        assertThat(settings.command().command()).isEqualTo(List.of("eos", "node", "ls", "-m"));
        assertThat(settings.command().schedule())
                .contains(new Schedule(Duration.ofMinutes(1), Duration.ZERO, Duration.ofMinutes(1)));
        assertThat(settings.command().maxBytes()).isEqualTo(1 << 20);
        assertThat(settings.threads()).isEqualTo(1);
        assertThat(read("{command: [dmesg, -w]}").command().schedule()).isEmpty();
    }

    @Test
    void reportsAllMistakesTogether() {
        assertThatThrownBy(() -> read("{command: [eos node ls -m], jitter: 1s, message-bytes: 1, format: csv,"
                        + " csv: {columns: [a, a], separator: '::'}, mapping: {tags: {}, floats: [a]}, precision: s}"))
                .isInstanceOfSatisfying(MistakesException.class, mistakes -> assertThat(mistakes.getMessage())
                        .contains(
                                "command: is one text with blanks",
                                "jitter: has no effect without interval",
                                "message-bytes",
                                "columns: has a name twice",
                                "separator: must be tab or a visible character of ASCII, was \"::\"",
                                "mapping.measurement: is missing",
                                "precision: has no effect on csv"));
        assertThatThrownBy(
                        () -> read("{command: [a], timeout: 1s, format: csv, mapping: {measurement: m, floats: [a]}}"))
                .isInstanceOf(MistakesException.class)
                .hasMessageContaining("timeout: has no effect without interval")
                .hasMessageContaining("csv: has no columns")
                .hasMessageContaining("mapping: has records or floats, which are for json");
        assertThatThrownBy(() -> read("{command: [a], interval: 10ms, csv: {separator: tab}}"))
                .isInstanceOf(MistakesException.class)
                .hasMessageContaining("interval: ")
                .hasMessageContaining("csv: has no effect on line");
    }

    @Test
    void doesNotOpenWithoutCommandOrMapping() {
        assertThatThrownBy(() -> OpenedInput.open("{udp: {enabled: false}, exec: {enabled: true}}"))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("input exec has no command; set exec.command (WEIR_GATEWAY_EXEC_COMMAND)");
        assertThatThrownBy(() -> OpenedInput.open("{udp: {enabled: false}, exec: {enabled: true, format: keyvalue}}"))
                .isInstanceOf(StartException.class)
                .hasMessageContaining("input exec has no mapping; set exec.mapping");
    }

    private static ExecSettings read(String yaml) {
        return YamlSource.text("test", yaml).read(section -> ExecSettings.read(new InputName("exec", true), section));
    }
}
