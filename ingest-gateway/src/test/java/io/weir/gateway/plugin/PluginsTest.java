package io.weir.gateway.plugin;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.config.YamlSource;
import io.weir.contract.service.StartException;
import io.weir.gateway.GatewayConfig;
import io.weir.gateway.input.InputPlugin;
import io.weir.gateway.intake.Input;
import io.weir.gateway.intake.OneInput;
import io.weir.gateway.setting.InputSettings;
import io.weir.gateway.testing.PluginJarFile;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kinds of inputs in jars of their own. */
class PluginsTest {
    private static final Path EXAMPLE = Path.of("..", "docs", "examples", "own-input", "ReadingInput.java");

    /** A plugin. A test replaces its parts KIND, READ and OPEN. */
    private static final String SOURCE = """
            public final class Own implements io.weir.gateway.input.InputPlugin {
                public String kind() { return "KIND"; }
                public io.weir.gateway.setting.InputSettings read(
                        io.weir.gateway.setting.InputName name, io.weir.contract.config.YamlSection section) {
                    READ
                    return new Settings(name.text());
                }
                private record Settings(String name) implements io.weir.gateway.setting.InputSettings {
                    public int threads() { return 1; }
                    public io.weir.gateway.intake.Input open(io.weir.gateway.intake.Intakes intakes) {
                        OPEN
                        return new io.weir.gateway.intake.Input() {
                            public String listens() { return "nowhere"; }
                            public void close() { throw new IllegalStateException("not closed"); }
                        };
                    }
                }
            }
            """;

    private final Path sources;
    private final Path directory;

    PluginsTest(@TempDir Path folder) throws IOException {
        sources = Files.createDirectory(folder.resolve("sources"));
        directory = Files.createDirectory(folder.resolve("plugins"));
    }

    @Test
    void theExampleReceivesItsProtocol() throws Exception {
        build("readings.jar", EXAMPLE, "ReadingInput");
        OneInput one = new OneInput("cellar");
        InputSettings settings = inputs(
                        "inputs: [{kind: readings, name: cellar, port: 0, host: 127.0.0.1," + " measurement: climate}]")
                .get(1);

        try (Input input = settings.open(one)) {
            send(input, "cellar 18.5\n  attic +31\n\ngarden cold\ngarden 7,x=1\nroof\n\\ 1");
            OneInput.await("all", () -> one.lines().size() == 2 && one.refused().size() == 4);
        }

        assertThat(settings.name()).isEqualTo("cellar");
        assertThat(one.lines())
                .anyMatch(line -> line.matches("climate,sensor=cellar value=18.5 \\d{19}"))
                .anyMatch(line -> line.matches("climate,sensor=attic value=31 \\d{19}"));
        assertThat(one.refused())
                .containsExactly(
                        "reading-without-number: garden cold",
                        "reading-without-number: garden 7,x=1",
                        "reading-without-number: roof",
                        "reading-bad-sensor: \\ 1");
    }

    @Test
    void theServiceEntryOfTheExampleNamesItsClass() throws IOException {
        Path entry = EXAMPLE.resolveSibling("META-INF/services/io.weir.gateway.input.InputPlugin");

        assertThat(Files.readString(entry).strip()).isEqualTo("ReadingInput");
    }

    @Test
    void twoPluginsMayHaveClassesOfTheSameName() throws IOException {
        own("a.jar", "one", "", "");
        Files.createDirectory(directory.resolve("b"));
        own("b/lib.jar", "two", "", "");
        // As Kubernetes mounts a volume.
        Files.createSymbolicLink(directory.resolve("..data"), directory.resolve("b"));

        assertThat(inputs("inputs: [{kind: one, name: a}, {kind: two, name: b}]"))
                .hasSize(3);
    }

    @Test
    void aMistakeInAJarNamesTheJar() throws IOException {
        own("own.jar", "udp", "", "");
        assertRefused("plugins: has the kind udp of Weir again, in own.jar; rename it in the plugin");

        own("own.jar", "Own Kind", "", "");
        assertRefused(
                "plugins: has a kind in own.jar that must consist of small letters, digits and dashes",
                "rename it in the plugin");

        build("own.jar", EXAMPLE, "NoSuchClass");
        assertRefused("plugins: has a plugin that cannot be loaded, own.jar: ", "NoSuchClass", "replace the jar");

        build("own.jar", EXAMPLE, "");
        assertRefused(
                "plugins: has no input in own.jar",
                "name its class in META-INF/services/io.weir.gateway.input.InputPlugin of the jar");

        Files.writeString(directory.resolve("own.jar"), "no jar");
        assertRefused("plugins: has no input in own.jar");

        own("own.jar", "one", "", "");
        own("second.jar", "one", "", "");
        assertRefused("plugins: has the kind one twice, the second time in second.jar; remove one of the two");
    }

    @Test
    void aFolderWithoutJarsIsAMistake() {
        assertRefused("plugins: has no jar, was " + directory);
        assertThatThrownBy(() -> inputs(directory.resolve("none"), ""))
                .hasMessageContaining(
                        "plugins: must be a directory that can be read, was " + directory.resolve("none"));
    }

    @Test
    void whatThePluginThrowsHasItsName() throws IOException {
        own("own.jar", "one", "if (true) throw new IllegalStateException(\"no key\");", "");
        assertThatThrownBy(() -> inputs("inputs: [{kind: one, name: one}]"))
                .hasMessageContaining(
                        "inputs[0]: cannot be read by the plugin own.jar: java.lang.IllegalStateException: no key");

        own(
                "own.jar",
                "one\"; } { if (true) throw new IllegalStateException(\"no kind\"); } String x() { return \"",
                "",
                "");
        assertRefused("plugins: has a plugin that cannot be loaded, own.jar: ", "no kind");

        own("own.jar", "one", "section.refuse(\"color\", \"is wrong\", \"write red\");", "");
        assertThatThrownBy(() -> inputs("inputs: [{kind: one, name: one}]"))
                .hasMessageContaining("inputs[0].color: is wrong; write red");

        own("own.jar", "one", "", "if (true) throw new NoClassDefFoundError(\"Gone\");");
        InputSettings settings = inputs("inputs: [{kind: one, name: one}]").get(1);
        assertThatThrownBy(() -> settings.open(new OneInput("one")))
                .isInstanceOf(StartException.class)
                .hasMessage("input one of the plugin own.jar cannot be opened: java.lang.NoClassDefFoundError: Gone");
    }

    @Test
    void aPluginThatDoesNotCloseHarmsNoOther() throws IOException {
        own("own.jar", "one", "", "");
        Input input = inputs("inputs: [{kind: one, name: one}]").get(1).open(new OneInput("one"));

        assertThat(input.listens()).isEqualTo("nowhere");
        assertThat(input.port()).isEmpty();
        assertThatCode(input::close).doesNotThrowAnyException();
    }

    private void assertRefused(String... words) {
        assertThatThrownBy(() -> inputs("")).message().contains(words);
    }

    private void build(String jar, Path source, String entry) throws IOException {
        PluginJarFile.build(
                directory.resolve(jar),
                source,
                Files.createTempDirectory(sources, "classes"),
                InputPlugin.class,
                entry);
    }

    private void own(String jar, String kind, String read, String open) throws IOException {
        Path source = sources.resolve("Own.java");
        Files.writeString(
                source, SOURCE.replace("KIND", kind).replace("READ", read).replace("OPEN", open));
        build(jar, source, "Own");
    }

    private List<InputSettings> inputs(String yaml) {
        return inputs(directory, yaml);
    }

    /** The first is {@code udp}, which is enabled by default. */
    private static List<InputSettings> inputs(Path plugins, String yaml) {
        return YamlSource.text("gateway.yaml", "plugins: " + plugins + "\n" + yaml)
                .read(GatewayConfig::read)
                .inputs();
    }

    private static void send(Input to, String text) throws IOException {
        byte[] bytes = text.getBytes(UTF_8);
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.send(new DatagramPacket(
                    bytes,
                    bytes.length,
                    new InetSocketAddress(
                            InetAddress.getLoopbackAddress(), to.port().orElseThrow())));
        }
    }
}
