package io.weir.gateway.zabbix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.config.MistakesException;
import io.weir.contract.config.YamlSource;
import io.weir.contract.rule.match.Glob;
import io.weir.gateway.setting.InputName;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ZabbixSettingsTest {
    @Test
    void listensOnThePortOfAServerByDefault() {
        ZabbixSettings settings = read("{}");
        assertThat(settings.frames().stream().port()).isEqualTo(10_051);
        assertThat(settings.frames().maxBodyBytes()).isEqualTo(25_000_000);
        assertThat(settings.frames().frameTimeout()).hasSeconds(30);
        assertThat(settings.frames().idleTimeout()).hasMinutes(5);
        assertThat(settings.items().checks()).isEmpty();
        assertThat(settings.threads())
                .isEqualTo(Math.min(2, Runtime.getRuntime().availableProcessors()));
    }

    @Test
    void readsItemsAndTheTagsOfParameters() {
        ZabbixSettings settings = read("{checks: [{key: agent.ping}, {key: 'a[\"b,c\"]', host: 'flp*', delay: 5s}],"
                + " parameters: {net.if.in: [interface, mode], vfs.fs.size: path}}");
        assertThat(settings.items().checks())
                .containsExactly(
                        new ActiveCheck(Glob.ANY, "agent.ping", Duration.ofMinutes(1)),
                        new ActiveCheck(new Glob("flp*"), "a[\"b,c\"]", Duration.ofSeconds(5)));
        assertThat(settings.items().parameters())
                .isEqualTo(Map.of("net.if.in", List.of("interface", "mode"), "vfs.fs.size", List.of("path")));
    }

    @Test
    void reportsAllMistakesTogether() {
        assertThatThrownBy(() -> read("{port: 70000, body-bytes: 1, tls: {key: /nowhere},"
                        + " checks: [{key: 'a['}, {host: h}, {key: a, delay: 500ms, host: ''}, {key: a, delay: 1500ms}],"
                        + " parameters: {a: [host], b: [x, x], c: [p2], d: ['']}, templates: [{template: a}]}"))
                .isInstanceOfSatisfying(MistakesException.class, mistakes -> assertThat(mistakes.getMessage())
                        .contains(
                                "port",
                                "body-bytes",
                                "tls.certificate: is missing",
                                "must be the key of an item, was \"a[\"",
                                "key: is missing",
                                "delay",
                                "delay: is not in whole seconds; such as 2s",
                                "host: must have 1 to 256 characters",
                                "has the tag \"host\"",
                                "has a tag twice",
                                "has the tag \"p2\"",
                                "has the tag \"\"",
                                "has no measurement"));
    }

    private static ZabbixSettings read(String yaml) {
        return YamlSource.text("test", yaml)
                .read(section -> ZabbixSettings.read(new InputName("zabbix", true), section));
    }
}
