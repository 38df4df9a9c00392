package io.weir.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.weir.contract.config.YamlSource;
import io.weir.contract.service.StartException;
import io.weir.gateway.testing.PluginJarFile;
import io.weir.writer.WriterConfig;
import io.weir.writer.store.Reply;
import io.weir.writer.store.Store;
import io.weir.writer.store.StoreKind;
import io.weir.writer.store.StoreOptions;
import io.weir.writer.store.StoreUrl;
import io.weir.writer.stores.StoreCatalog;
import io.weir.writer.stores.Stores;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Stores in jars of their own. */
class StorePluginsTest {
    private static final Path EXAMPLE = Path.of("..", "docs", "examples", "own-store", "PostedLines.java");
    private static final StoreOptions OPTIONS = new StoreOptions(Optional.empty(), Duration.ofSeconds(30));
    private static final byte[] LINES = "cpu,host=a v=1 1\ncpu,host=b v=2 1\n".getBytes(UTF_8);

    private final Path sources;
    private final Path plugins;

    StorePluginsTest(@TempDir Path folder) throws IOException {
        sources = Files.createDirectory(folder.resolve("sources"));
        plugins = Files.createDirectory(folder.resolve("plugins"));
    }

    @Test
    void theExampleSendsLines() throws Exception {
        build("lines.jar", EXAMPLE, "PostedLines");
        List<String> received = new CopyOnWriteArrayList<>();
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            received.add(exchange.getRequestURI() + " "
                    + new String(exchange.getRequestBody().readAllBytes(), UTF_8));
            int status = Integer.parseInt(exchange.getRequestURI().getPath().substring(1));
            exchange.sendResponseHeaders(status, status == 204 ? -1 : 3);
            if (status != 204) {
                exchange.getResponseBody().write("why".getBytes(UTF_8));
            }
            exchange.close();
        });
        server.start();
        String host = "lines://127.0.0.1:" + server.getAddress().getPort();
        try {
            assertThat(write(host + "/204")).isEqualTo(Reply.STORED);
            assertThat(received).containsExactly("/204 " + new String(LINES, UTF_8));
            assertThat(write(host + "/400")).isEqualTo(new Reply.Refused("400 why", 0));
            assertThat(write(host + "/413")).isEqualTo(new Reply.Refused("413 why", 0, 0, true));
            assertThat(write(host + "/503")).isEqualTo(new Reply.Away("503 why"));
        } finally {
            server.stop(0);
        }
        assertThat(write(host + "/204")).isInstanceOf(Reply.Away.class);
        assertThatThrownBy(() -> config("store: lines://me@h/x"))
                .hasMessageContaining("\"lines://…@h/x\" has a user; lines://HOST[:8080]/PATH, questdb:embedded");
    }

    @Test
    void theServiceEntryOfTheExampleNamesItsClass() throws IOException {
        Path entry = EXAMPLE.resolveSibling("META-INF/services/" + StoreKind.class.getName());

        assertThat(Files.readString(entry).strip()).isEqualTo("PostedLines");
    }

    @Test
    void furtherTargetsMayBeStoresOfPlugins() throws IOException {
        build("lines.jar", EXAMPLE, "PostedLines");

        WriterConfig config = config("targets: {copy: {store: 'liness://h:1/x'}}");

        assertThat(config.store().text()).isEqualTo(Stores.EMBEDDED);
        assertThat(config.targets().get(1).store().http()).isEqualTo("https://h:1");
        assertThat(Stores.abilities(config.targets().get(1).store()).store()).isEqualTo("lines by HTTP");
    }

    @Test
    void anUnusablePluginHarmsNoOther() throws IOException {
        own("again.jar", "return \"influxdb1\";", "return null;");
        own("before.jar", "throw new AssertionError(\"no scheme\");", "return null;");
        build("lines.jar", EXAMPLE, "PostedLines");
        Files.writeString(plugins.resolve("zip.jar"), "no jar");

        WriterConfig config = config("store: lines://h:1/x");

        assertThat(config.store().http()).isEqualTo("http://h:1");
        assertThat(config.stores().unusable())
                .satisfiesExactlyInAnyOrder(
                        again -> assertThat(again)
                                .isEqualTo(plugins.toAbsolutePath()
                                        + " has the scheme influxdb1 again, in again.jar; rename it in the plugin"),
                        before -> assertThat(before)
                                .contains("has a plugin that cannot be loaded, before.jar: ", "no scheme"),
                        zip -> assertThat(zip).contains(" has no store in zip.jar; "));
    }

    @Test
    void anUnknownSchemeNamesAllSchemesAndTheDirectory() throws IOException {
        build("lines.jar", EXAMPLE, "PostedLines");

        assertThatThrownBy(() -> url("what://h"))
                .hasMessageContaining("has the unknown scheme 'what', which no usable plugin in "
                        + plugins.toAbsolutePath() + " has; lines://HOST[:8080]/PATH, questdb:embedded, ");
        assertThatThrownBy(() -> StoreCatalog.BUILT_IN.parse("lines://h"))
                .hasMessageContaining("has the unknown scheme 'lines', and no directory of plugins is set"
                        + " (WEIR_WRITER_PLUGINS); questdb:embedded, ");
    }

    @Test
    void aMistakeInAJarNamesTheJar() throws IOException {
        own("own.jar", "return \"influxdb1\";", "return null;");
        assertRefused(" has the scheme influxdb1 again, in own.jar; rename it in the plugin");

        own("own.jar", "return \"A B\";", "return null;");
        assertRefused(" has the scheme \"A B\" in own.jar");

        own("own.jar", "throw new IllegalStateException(\"no scheme\");", "return null;");
        assertRefused(" has a plugin that cannot be loaded, own.jar: ", "no scheme");

        build("own.jar", EXAMPLE, "");
        assertRefused(" has no store in own.jar", "META-INF/services/" + StoreKind.class.getName());
    }

    @Test
    void whatThePluginThrowsHasItsName() throws IOException {
        own("own.jar", "return \"own\";", "throw new IllegalStateException(\"not open\");");
        assertThatThrownBy(() -> Stores.open(url("own://h"), OPTIONS))
                .isInstanceOf(StartException.class)
                .hasMessage("the store own://h of the plugin own.jar cannot be opened: java.lang.IllegalStateException:"
                        + " not open");

        own("own.jar", "return \"own\";", "return new Failing();");
        Store store = Stores.open(url("own://h"), OPTIONS);
        assertThat(store.prepare(LINES, LINES.length, (from, to, reason) -> {}))
                .isEqualTo(new Reply.Away(
                        "the plugin own.jar failed: java.lang.NullPointerException: its reply is null",
                        0,
                        Reply.Cause.BROKE));
        assertThat(store.write(LINES, 0, LINES.length))
                .isEqualTo(new Reply.Away(
                        "the plugin own.jar failed: java.lang.IllegalStateException: not written",
                        0,
                        Reply.Cause.BROKE));
        assertThatCode(store::cancel).doesNotThrowAnyException();
        assertThatCode(store::close).doesNotThrowAnyException();
    }

    @Test
    void errorsOfThePluginAreFailuresOfTheStore() throws IOException {
        assertThat(replyOf("throw new AssertionError(\"not so\");"))
                .hasToString(away("AssertionError: not so", "BROKE"));
        assertThat(replyOf("return write(bytes, from, to);")).hasToString(away("StackOverflowError", "BROKE"));
        assertThat(replyOf("throw Failing.<RuntimeException>any(new java.io.IOException(\"full\"));"))
                .hasToString(
                        new Reply.Away("the plugin own.jar failed: java.io.IOException: full", 0, Reply.Cause.BROKE)
                                .toString());
    }

    private static String away(String error, String cause) {
        return new Reply.Away("the plugin own.jar failed: java.lang." + error, 0, Reply.Cause.valueOf(cause))
                .toString();
    }

    @Test
    void repliesOfThePluginAreComplete() throws IOException {
        assertThat(replyOf("return new Reply.Refused(null, 1);")).isEqualTo(new Reply.Refused("null", 1));
        assertThat(replyOf("return new Reply.Away(null);")).isEqualTo(new Reply.Away("null"));
        assertThat(replyOf("return new Reply.Away(\"x\", 7, null);"))
                .isEqualTo(new Reply.Away("x", 7, Reply.Cause.STORE));
        // Only a store of several addresses has this cause, after which the writer tries another one immediately.
        assertThat(replyOf("return new Reply.Away(\"x\", 7, Reply.Cause.ADDRESS);"))
                .isEqualTo(new Reply.Away("x", 7, Reply.Cause.STORE));
    }

    /** Of a write whose body are those statements. */
    private Reply replyOf(String write) throws IOException {
        own("own.jar", "return \"own\";", "return new Failing();", write);
        return Stores.open(url("own://h"), OPTIONS).write(LINES, 0, LINES.length);
    }

    @Test
    void everySchemeOfThePluginIsChecked() throws IOException {
        own("own.jar", schemes("mine"), "return null;");
        assertThat(url("mine://h").text()).isEqualTo("mine://h");

        own("own.jar", schemes("influxdb1"), "return null;");
        assertRefused(" has the scheme influxdb1 again, in own.jar");
    }

    private static String schemes(String second) {
        return "return \"own\"; } public java.util.List<String> schemes() { return java.util.List.of(\"own\", \""
                + second + "\");";
    }

    @Test
    void anAddressWithoutATextNamesTheJar() throws IOException {
        own("own.jar", "return \"own\";", "return null;");
        assertThatThrownBy(() -> url("own://null"))
                .hasMessageContaining("cannot be read by the plugin own.jar: ")
                .hasMessageContaining("the text of its address is null");
    }

    private Reply write(String url) {
        try (Store store = Stores.open(url(url), OPTIONS)) {
            assertThat(store.prepare(LINES, LINES.length, (from, to, reason) -> {}))
                    .isEqualTo(Reply.STORED);
            return store.write(LINES, 0, LINES.length);
        }
    }

    private StoreUrl url(String text) {
        return config("store: '" + text + "'").store();
    }

    private WriterConfig config(String yaml) {
        return YamlSource.text("writer.yaml", "plugins: " + plugins + "\n" + yaml)
                .read(WriterConfig::read);
    }

    private void assertRefused(String... words) {
        assertThatThrownBy(() -> url("what://h")).message().contains(words);
    }

    private void build(String jar, Path source, String entry) throws IOException {
        PluginJarFile.build(
                plugins.resolve(jar), source, Files.createTempDirectory(sources, "classes"), StoreKind.class, entry);
    }

    /** A store whose scheme and opening are those statements. */
    private void own(String jar, String scheme, String open) throws IOException {
        own(jar, scheme, open, "throw new IllegalStateException(\"not written\");");
    }

    private void own(String jar, String scheme, String open, String write) throws IOException {
        Path source = Files.createDirectories(sources).resolve("Own.java");
        Files.writeString(
                source, """
                import io.weir.writer.store.*;
                public final class Own implements StoreKind<Own.At> {
                    public record At(String text, String http) implements StoreUrl {}
                    public String scheme() { SCHEME }
                    public String form() { return "own://HOST"; }
                    public Class<At> urls() { return At.class; }
                    public At parse(Address address) {
                        String text = address.text().endsWith("null") ? null : address.text();
                        return new At(text, address.http(1));
                    }
                    public Store open(At url, StoreOptions options) { OPEN }
                    public StoreAbilities abilities() {
                        var kept = StoreAbilities.Kept.STORED;
                        return new StoreAbilities("own", new StoreAbilities.Types(kept, kept, kept, kept, kept),
                                StoreAbilities.Arrays.AS_FIELDS, 1, 0, StoreAbilities.NANOSECONDS,
                                StoreAbilities.Repeat.OVERWRITES, StoreAbilities.Tiers.NONE,
                                StoreAbilities.Deletion.UNKNOWN, StoreAbilities.Query.UNKNOWN);
                    }
                    static final class Failing implements Store {
                        public String url() { return ""; }
                        public Reply prepare(byte[] bytes, int length, Refusals refusals) { return null; }
                        public Reply write(byte[] bytes, int from, int to) {
                            ANSWER
                        }
                        @SuppressWarnings("unchecked")
                        static <E extends Throwable> E any(Throwable e) throws E { throw (E) e; }
                        public void cancel() { throw new IllegalStateException("not cancelled"); }
                        public void close() { throw new IllegalStateException("not closed"); }
                    }
                }
                """.replace("SCHEME", scheme).replace("OPEN", open).replace("ANSWER", write));
        build(jar, source, "Own");
    }
}
