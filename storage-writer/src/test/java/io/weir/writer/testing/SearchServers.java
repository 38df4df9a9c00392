package io.weir.writer.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * Real nodes of Elasticsearch and OpenSearch, each in a process of its own, from directories of jars
 * that variables name. Both are without security: Maven has no jars of that.
 */
public final class SearchServers {
    private SearchServers() {}

    /** Elasticsearch 7.17. */
    public static ServerProcess elasticsearch() {
        return node("elasticsearch", "org.elasticsearch");
    }

    /** OpenSearch 2.19. */
    public static ServerProcess openSearch() {
        return node("opensearch", "org.opensearch");
    }

    private static ServerProcess node(String name, String itsPackage) {
        String variable = "WEIR_TEST_" + name.toUpperCase(Locale.ROOT);
        String jars = Variables.get(variable).orElseGet(() -> ServerProcess.missing(
                        "No " + name + " to test against: mvn -f build/search-servers.xml -P " + name
                                + " dependency:copy-dependencies -DoutputDirectory=D; export " + variable + "=D")
                .path()
                .toString());
        Program java = new Program(Path.of(System.getProperty("java.home"), "bin", "java"));
        return new ServerProcess(
                        java,
                        List.of(
                                "-Xmx512m",
                                "-XX:TieredStopAtLevel=1",
                                "-XX:+UseSerialGC",
                                "-cp",
                                jars + "/*",
                                "DIRECTORY/SearchNode.java",
                                "ADDRESS",
                                "DIRECTORY/home"))
                .with("SearchNode.java", source().replace("PACKAGE", itsPackage))
                .start();
    }

    private static String source() {
        try (InputStream source = Objects.requireNonNull(SearchServers.class.getResourceAsStream("SearchNode.java"))) {
            return new String(source.readAllBytes(), UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
