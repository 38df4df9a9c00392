package io.weir.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.config.MistakesException;
import io.weir.contract.config.YamlSource;
import io.weir.contract.rule.match.Glob;
import io.weir.gateway.intake.batch.Shedding;
import io.weir.gateway.intake.partial.SourceAggregation;
import io.weir.gateway.intake.stamp.StampLimits;
import io.weir.gateway.intake.stamp.StampUnit;
import io.weir.gateway.limit.LimitSettings;
import io.weir.gateway.limit.LineBudget;
import io.weir.gateway.limit.LineLimits;
import io.weir.gateway.limit.SequenceName;
import io.weir.gateway.message.UdpMessageSettings;
import io.weir.gateway.net.UdpSettings;
import io.weir.gateway.setting.InputSettings;
import io.weir.gateway.spool.SpoolSettings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GatewayConfigTest {
    @Test
    void hasADefaultForEverything() {
        GatewayConfig config = GatewayConfig.defaults();
        assertThat(udp(config).port()).isEqualTo(8089);
        assertThat(config.lingerNanos()).isEqualTo(10_000_000);
        assertThat(config.limits().future()).isEqualTo(Duration.ofHours(1).toNanos());
        assertThat(config.limits().past()).isEqualTo(StampLimits.NONE);
        assertThat(config.id()).isNotEmpty();
    }

    @Test
    void readsAFileAndTheEnvironment() {
        GatewayConfig config = YamlSource.text("gateway.yaml", """
                        id: g1
                        udp: {port: 9999, threads: 3}
                        batch: {linger: 20ms}
                        timestamps: {past-limit: 7d}
                        compression: zstd
                        """)
                .withEnvironment("WEIR_GATEWAY", Map.of("WEIR_GATEWAY_UDP_PORT", "7777"))
                .read(GatewayConfig::read);
        assertThat(config.id()).isEqualTo("g1");
        assertThat(udp(config).port()).isEqualTo(7777);
        assertThat(udp(config).threads()).isEqualTo(3);
        assertThat(config.lingerNanos()).isEqualTo(20_000_000);
        assertThat(config.limits().past()).isEqualTo(Duration.ofDays(7).toNanos());
        assertThat(config.compression()).isEqualTo(GatewayConfig.Compression.ZSTD);
    }

    @Test
    void spoolsInTheDataDirectoryUnlessAnotherIsNamed() {
        Path data = Path.of("data", "of", "up");
        assertThat(GatewayConfig.defaults().spool()).isEqualTo(new SpoolSettings(Path.of("data/spool"), 4L << 30, 5));
        assertThat(GatewayConfig.defaults().withSpoolIn(data).spool().directory())
                .isEqualTo(data);
        GatewayConfig named =
                YamlSource.text("gateway.yaml", "spool: {directory: elsewhere}").read(GatewayConfig::read);
        assertThat(named.withSpoolIn(data).spool().directory()).isEqualTo(Path.of("elsewhere"));
    }

    @Test
    void dropsNoMeasurementFirstByDefault() {
        assertThat(GatewayConfig.defaults().shedding()).isEqualTo(Shedding.NONE);
        GatewayConfig told = YamlSource.text("gateway.yaml", "shedding: {order: [\"debug*\", cpu]}")
                .read(GatewayConfig::read);
        assertThat(told.shedding().rank("cpu")).isEqualTo(1);
    }

    @Test
    void theQueueHasRoomForTheLinesOfASecond() {
        String small = "queue: {bytes: 10000000}\n";
        String aggregate = "aggregate: [{measurement: proc, by: [host], fields: [cpu]}]\n";
        assertThatThrownBy(
                        () -> YamlSource.text("gateway.yaml", small + aggregate).read(GatewayConfig::read))
                .hasMessageContaining("aggregate-bytes: must be at most half of queue.bytes")
                .hasMessageContaining("set it to 5000000, or increase queue.bytes");
        for (String right : List.of(small, small + aggregate + "aggregate-bytes: 5000000")) {
            assertThat(YamlSource.text("gateway.yaml", right)
                            .read(GatewayConfig::read)
                            .queueBytes())
                    .isEqualTo(10_000_000);
        }
    }

    @Test
    void aggregatesNothingUnlessToldTo() {
        assertThat(GatewayConfig.defaults().intake(1).aggregations()).isEmpty();
        GatewayConfig told = YamlSource.text("gateway.yaml", """
                        aggregate:
                          - {measurement: "proc*", by: [host, "a b"], fields: [cpu, rss]}
                          - {measurement: jobs, by: [], fields: [cores]}
                        """).read(GatewayConfig::read);
        assertThat(told.withSpoolIn(Path.of("up")).intake(1).aggregations())
                .containsExactly(
                        new SourceAggregation(new Glob("proc*"), List.of("host", "a b"), List.of("cpu", "rss")),
                        new SourceAggregation(new Glob("jobs"), List.of(), List.of("cores")));
    }

    @Test
    void saysAllThatIsWrongWithAggregations() {
        YamlSource yaml = YamlSource.text("gateway.yaml", """
                aggregate:
                  - {measurement: proc, by: [host, host], fields: [cpu]}
                  - {measurement: proc, by: [host], fields: []}
                  - {measurement: mem, by: [host], fields: [a, a]}
                  - {measurement: net, fields: [a]}
                  - {measurement: disk, by: [host], fields: [a]}
                  - {measurement: disk, by: [name], fields: [b]}
                  - {measurement: io, by: [name], fields: [read_bytes]}
                  - {measurement: io_read, by: [name], fields: [bytes]}
                """);
        assertThatThrownBy(() -> yaml.read(GatewayConfig::read))
                .isInstanceOf(MistakesException.class)
                .hasMessageContainingAll(
                        "aggregate: has the measurement \"disk\" twice, and the first decides; make one item of both",
                        "aggregate: makes the measurement \"io_read_bytes\" of two fields, whose values would be"
                                + " combined; leave one of them out",
                        ":2: aggregate[0].by: names a tag twice",
                        ":3: aggregate[1].fields: must name at least one field",
                        ":4: aggregate[2].fields: names a field twice",
                        ":5: aggregate[3].by: is missing");
    }

    @Test
    void saysAllThatIsWrongWithOneAggregation() {
        YamlSource yaml = YamlSource.text("gateway.yaml", """
                aggregate:
                  - {measurement: "", by: [host, host], fields: [cpu, cpu]}
                  - {measurement: "", by: [rack]}
                  - {measurement: disk, by: [host], fields: [read]}
                """);
        assertThatThrownBy(() -> yaml.read(GatewayConfig::read))
                .isInstanceOfSatisfying(MistakesException.class, all -> assertThat(all.getMessage())
                        .contains(
                                ":2: aggregate[0].measurement: must have 1 to 256 characters",
                                ":2: aggregate[0].by: names a tag twice",
                                ":2: aggregate[0].fields: names a field twice",
                                ":3: aggregate[1].measurement: must have 1 to 256 characters",
                                ":3: aggregate[1].fields: is missing")
                        .doesNotContain("aggregate: has", "at least one field", "disk"));
    }

    /** The first item that matches decides, so a later one may not be reached. */
    @Test
    void refusesAnAggregationThatAnEarlierOneHides() {
        assertThat(mistakesOf("proc*", "proc_cpu"))
                .contains("aggregate: has the measurement \"proc_cpu\" after \"proc*\", which matches all of it and"
                        + " decides, so the later item is never used; put \"proc_cpu\" first");
        assertThat(mistakesOf("*", "a*")).contains("\"a*\" after \"*\"");
        assertThat(mistakesOf("p*c", "p?c")).contains("\"p?c\" after \"p*c\"");
        assertThat(mistakesOf("a*", "b", "ab*", "aa"))
                .contains("\"ab*\" after \"a*\"", "\"aa\" after \"a*\"")
                .doesNotContain("\"b\"");
        for (String[] right : new String[][] {{"proc_cpu", "proc*"}, {"p?c", "p*c"}, {"a*", "*a"}, {"a?", "a*"}}) {
            assertThat(aggregations(right).read(GatewayConfig::read).aggregations())
                    .hasSize(2);
        }
    }

    private static String mistakesOf(String... measurements) {
        try {
            aggregations(measurements).read(GatewayConfig::read);
            return "";
        } catch (MistakesException mistakes) {
            return String.valueOf(mistakes.getMessage());
        }
    }

    /** An item for each of these patterns. */
    private static YamlSource aggregations(String... measurements) {
        StringBuilder yaml = new StringBuilder("aggregate:\n");
        for (String measurement : measurements) {
            yaml.append("  - {measurement: \"").append(measurement).append("\", by: [], fields: [value]}\n");
        }
        return YamlSource.text("gateway.yaml", yaml.toString());
    }

    @Test
    void opensAllConfiguredInputs() {
        GatewayConfig config = YamlSource.text("gateway.yaml", """
                        udp: {enabled: false}
                        inputs:
                          - {kind: udp, name: north, port: 9001}
                          - {kind: udp, name: south, port: 9002, precision: ms}
                        """).read(GatewayConfig::read);
        assertThat(config.inputs()).extracting(InputSettings::name).containsExactly("north", "south");
        assertThat(((UdpMessageSettings) config.inputs().get(1)).messages().precision())
                .isEqualTo(StampUnit.MS);
    }

    @Test
    void refusesDuplicateNamesAndNoInputs() {
        assertThatThrownBy(() -> YamlSource.text("gateway.yaml", """
                        inputs:
                          - {kind: udp, name: udp}
                          - {kind: upd, name: north}
                          - {kind: udp, name: The North}
                        """).read(GatewayConfig::read))
                .isInstanceOf(MistakesException.class)
                .hasMessageContaining("inputs[1].kind")
                .hasMessageContaining("inputs[2].name");
        assertThatThrownBy(() ->
                        YamlSource.text("gateway.yaml", "udp: {enabled: false}").read(GatewayConfig::read))
                .isInstanceOf(MistakesException.class)
                .hasMessageContaining("no input");
        assertThatThrownBy(() -> YamlSource.text("gateway.yaml", "inputs: [{kind: udp, name: udp, port: 1}]")
                        .read(GatewayConfig::read))
                .isInstanceOf(MistakesException.class)
                .hasMessageContaining("has the name \"udp\", which another input");
    }

    @Test
    void limitsNewSeriesAndSizesByDefault() {
        LimitSettings limits = GatewayConfig.defaults().senderLimits();
        assertThat(limits.allowed()).isEmpty();
        assertThat(limits.linesOfSource().isUnlimited()).isTrue();
        assertThat(limits.lines()).isEqualTo(LineLimits.STANDARD);
        assertThat(limits.seriesOfSource()).isEqualTo(1_000_000);
        assertThat(limits.seriesOfMeasurement()).isEqualTo(2_000_000);
        assertThat(GatewayConfig.defaults().warning()).isEmpty();
    }

    @Test
    void warnsOfABudgetLargerThanTheSeriesCache() {
        String five = "udp: {threads: 2}\nknown-series: {count: 2000}\nlimits: {series-per-source: 5000}";
        assertThat(YamlSource.text("gateway.yaml", five)
                        .read(GatewayConfig::read)
                        .warning())
                .isEmpty();
        String more = five.replace("5000", "5001");
        assertThat(YamlSource.text("gateway.yaml", more)
                        .read(GatewayConfig::read)
                        .warning()
                        .orElse(""))
                .contains("limits.series-per-source=5001", "(1000)", "increase known-series.count");
    }

    @Test
    void readsLimitsAndTheSequenceOfAnInput() {
        GatewayConfig config = YamlSource.text("gateway.yaml", """
                        limits: {allow: [10.0.0.0/8, "2001:db8::/32"], lines-per-second: 500, tags: 20}
                        udp: {sequence: {tag: seq}}
                        """)
                .withEnvironment("WEIR_GATEWAY", Map.of("WEIR_GATEWAY_LIMITS_BURST", "700"))
                .read(GatewayConfig::read);
        assertThat(config.senderLimits().allowed()).hasSize(2);
        assertThat(config.senderLimits().linesOfSource()).isEqualTo(new LineBudget(500, 700));
        assertThat(config.senderLimits().lines().tags()).isEqualTo(20);
        assertThat(((UdpMessageSettings) config.inputs().get(0)).sequence()).hasValue(new SequenceName("seq", true));
    }

    @Test
    void anInputInheritsTheGatewaysLimits() {
        GatewayConfig config = YamlSource.text("gateway.yaml", """
                        limits: {allow: [10.0.0.0/8], lines-per-second: 500, burst: 700, tags: 20}
                        udp: {limits: {allow: [], tags: 10}}
                        http: {enabled: true}
                        inputs:
                          - {kind: udp, name: relays, port: 9001, limits: {lines-per-second: 9000}}
                          - {kind: udp, name: short, port: 9002, limits: {burst: 9}}
                        """).read(GatewayConfig::read);
        LimitSettings udp = config.limitsOf("udp");
        assertThat(udp.allowed()).isEmpty();
        assertThat(udp.lines().tags()).isEqualTo(10);
        assertThat(udp.linesOfSource()).isEqualTo(new LineBudget(500, 700));
        assertThat(config.limitsOf("http")).isEqualTo(config.senderLimits());
        assertThat(config.limitsOf("relays").linesOfSource()).isEqualTo(new LineBudget(9000, 90_000));
        assertThat(config.limitsOf("relays").allowed()).hasSize(1);
        assertThat(config.limitsOf("relays").lines().tags()).isEqualTo(20);
        assertThat(config.limitsOf("short").linesOfSource()).isEqualTo(new LineBudget(500, 9));
    }

    @Test
    void variablesSetLimitsOfAnInputWithAFileAndWithout() {
        GatewayConfig config = YamlSource.text("gateway.yaml", """
                        limits: {lines-per-second: 500}
                        udp: {limits: {tags: 10, fields: 3}}
                        http: {enabled: true}
                        """)
                .withEnvironment(
                        "WEIR_GATEWAY",
                        Map.of(
                                "WEIR_GATEWAY_UDP_LIMITS_TAGS", "11",
                                "WEIR_GATEWAY_HTTP_LIMITS_ALLOW", "10.0.0.0/8, 127.0.0.1",
                                "WEIR_GATEWAY_HTTP_LIMITS_SERIES_PER_SOURCE", "7"))
                .read(GatewayConfig::read);
        assertThat(config.limitsOf("udp").lines().tags()).isEqualTo(11);
        assertThat(config.limitsOf("udp").lines().fields()).isEqualTo(3);
        assertThat(config.limitsOf("http").allowed()).hasSize(2);
        assertThat(config.limitsOf("http").seriesOfSource()).isEqualTo(7);
        assertThat(config.limitsOf("http").linesOfSource().linesPerSecond()).isEqualTo(500);
        assertThat(config.limitsOf("tcp")).isEqualTo(config.senderLimits());
    }

    @Test
    void reportsMistakesInVariablesOfAnInputsLimits() {
        Map<String, String> variables =
                Map.of("WEIR_GATEWAY_TCP_LIMITS_ALOW", "10.0.0.0/8", "WEIR_GATEWAY_UDP_LIMITS_FIELDS", "many");
        assertThatThrownBy(() -> YamlSource.text("gateway.yaml", "")
                        .withEnvironment("WEIR_GATEWAY", variables)
                        .read(GatewayConfig::read))
                .isInstanceOf(MistakesException.class)
                .hasMessageContaining("WEIR_GATEWAY_TCP_LIMITS_ALOW")
                .hasMessageContaining("WEIR_GATEWAY_TCP_LIMITS_ALLOW")
                .hasMessageContaining("WEIR_GATEWAY_UDP_LIMITS_FIELDS");
    }

    @Test
    void reportsMistakesInTheLimitsOfAnInput() {
        assertThatThrownBy(() -> YamlSource.text("gateway.yaml", """
                                tcp: {limits: {alow: [10.0.0.0/8]}}
                                inputs: [{kind: udp, name: a, port: 1, limits: {burst: 5}}]
                                """).read(GatewayConfig::read))
                .isInstanceOf(MistakesException.class)
                .hasMessageContaining("tcp.limits.alow")
                .hasMessageContaining("inputs[0].limits.burst");
    }

    @Test
    void reportsEveryMistakeInLimits() {
        assertThatThrownBy(() -> YamlSource.text("gateway.yaml", """
                                limits: {allow: [10.0.0.1/8, farm], burst: 0}
                                udp: {sequence: {field: a, tag: b c}}
                                """).read(GatewayConfig::read))
                .isInstanceOf(MistakesException.class)
                .hasMessageContaining("write 10.0.0.0/8")
                .hasMessageContaining("\"farm\" is not an address range")
                .hasMessageContaining("limits.burst")
                .hasMessageContaining("set lines-per-second too")
                .hasMessageContaining("\"b c\" is not valid as the name of a sequence");
    }

    @Test
    void reportsEveryMistake() {
        assertThatThrownBy(() -> YamlSource.text("gateway.yaml", "udp: {prot: 1, threads: 0}\nbatch: {bytes: 1}")
                        .read(GatewayConfig::read))
                .isInstanceOf(MistakesException.class)
                .hasMessageContaining("udp.prot")
                .hasMessageContaining("udp.threads")
                .hasMessageContaining("batch.bytes");
    }

    private static UdpSettings udp(GatewayConfig config) {
        return ((UdpMessageSettings) config.inputs().get(0)).socket();
    }
}
