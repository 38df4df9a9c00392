package io.weir.contract.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class EnvironmentTest {
    record Settings(int port, List<String> doors, SortedMap<String, String> properties) {
        static Settings read(YamlSection root) {
            YamlSection udp = root.section("udp");
            return new Settings(
                    udp.integer("max-port", 1, 65535, "highest").or(8089),
                    udp.texts("doors", "which").or(List.of("a")),
                    root.section("kafka")
                            .entries("properties", v -> v, "for the client")
                            .or(new TreeMap<>()));
        }
    }

    private static Settings read(String text, Map<String, String> environment) {
        return YamlSource.text("a.yaml", text)
                .withEnvironment("WEIR_GATEWAY", environment)
                .read(Settings::read);
    }

    @Test
    void overridesTheFile() {
        Settings settings = read(
                "udp: {max-port: 1, doors: [b]}\nkafka: {properties: {linger.ms: 5, acks: all}}",
                Map.of(
                        "WEIR_GATEWAY_UDP_MAX_PORT", "2",
                        "WEIR_GATEWAY_UDP_DOORS", "c, d",
                        "WEIR_GATEWAY_KAFKA_PROPERTIES_LINGER_MS", "7",
                        "WEIR_OTHER", "x"));

        assertThat(settings.port()).isEqualTo(2);
        assertThat(settings.doors()).containsExactly("c", "d");
        assertThat(settings.properties()).isEqualTo(Map.of("linger.ms", "7", "acks", "all"));
    }

    @Test
    void ignoresUnsetAndEmptyVariables() {
        assertThat(read("udp: {max-port: 5}", Map.of("WEIR_GATEWAY_UDP_MAX_PORT", ""))
                        .port())
                .isEqualTo(5);
    }

    @Test
    void namesTheVariableThatIsWrongOrUnknown() {
        Map<String, String> environment = Map.of("WEIR_GATEWAY_UDP_MAX_PORT", "x", "WEIR_GATEWAY_UDP_DOOR", "y");

        assertThatThrownBy(() -> read("", environment))
                .isInstanceOf(MistakesException.class)
                .hasMessage("""
                        environment: WEIR_GATEWAY_UDP_MAX_PORT: must be a whole number from 1 to 65535, was "x"
                        environment: WEIR_GATEWAY_UDP_DOOR: is not a known variable; did you mean "WEIR_GATEWAY_UDP_DOORS"? \
                        Unset it if it is not meant for Weir.""");
    }

    @Test
    void setsARequiredMappingByItsKeysAlone() {
        Map<String, String> environment = Map.of("WEIR_GATEWAY_TAGS_SITE", "p2");

        SortedMap<String, String> tags = YamlSource.text("a.yaml", "")
                .withEnvironment("WEIR_GATEWAY", environment)
                .read(root -> root.entries("tags", v -> v, "to set").required());

        assertThat(tags).containsExactly(Map.entry("site", "p2"));
    }

    @Test
    void readsMappingsInVariablesAsInTheFile() {
        String text = "routes: [{to: file}]\ntargets: {a: {to: file}}";

        assertThat(listed(text, Map.of())).isEqualTo("[file] {a=file}");
        assertThat(listed(text, Map.of("WEIR_GATEWAY_ROUTES", "[{to: b}, {to: c}]")))
                .isEqualTo("[b, c] {a=file}");
        assertThat(listed("", Map.of("WEIR_GATEWAY_TARGETS", "x: {to: y}\nz:\n  to: w")))
                .isEqualTo("[] {x=y, z=w}");
    }

    @Test
    void namesTheVariableWhoseMappingsAreWrong() {
        Map<String, String> environment =
                Map.of("WEIR_GATEWAY_ROUTES", "[{to: b}", "WEIR_GATEWAY_TARGETS", "{x: {too: y}}");

        assertThatThrownBy(() -> listed("", environment))
                .isInstanceOf(MistakesException.class)
                .hasMessageContaining("environment: WEIR_GATEWAY_ROUTES: must be a list, was \"[{to: b}\"")
                .hasMessageContaining("WEIR_GATEWAY_TARGETS.x.too: is not a known key; did you mean \"to\"?");
    }

    private static String listed(String text, Map<String, String> environment) {
        return YamlSource.text("a.yaml", text)
                .withEnvironment("WEIR_GATEWAY", environment)
                .read(root ->
                        root.sections("routes", each -> each.text("to", "where").required(), "which")
                                + " "
                                + root.named(
                                        "targets",
                                        (name, each) -> each.text("to", "where").required(),
                                        "which"));
    }
}
