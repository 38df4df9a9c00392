package io.weir.writer.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Real ClickHouses, with the users {@code default} without a password and {@code weir} with the
 * password {@code secret}.
 */
public final class ClickHouseServers {
    private static final String PYTHON = "WEIR_TEST_CHDB";

    private static final String CONFIG = """
            <yandex>
              <logger><level>warning</level><console>1</console></logger>
              <listen_host>127.0.0.1</listen_host>
              <http_port>PORT</http_port>
              <path>DIRECTORY/data/</path>
              <tmp_path>DIRECTORY/tmp/</tmp_path>
              <user_files_path>DIRECTORY/files/</user_files_path>
              <format_schema_path>DIRECTORY/schemas/</format_schema_path>
              <keep_alive_timeout>1</keep_alive_timeout>
              <mark_cache_size>10000000</mark_cache_size>
              <users_config>users.xml</users_config>
              <default_profile>default</default_profile>
              <default_database>default</default_database>
            </yandex>
            """;
    private static final String USERS = """
            <yandex>
              <profiles>
                <default><fsync_metadata>0</fsync_metadata></default>
                <reader><readonly>1</readonly></reader>
              </profiles>
              <quotas><default/></quotas>
              <users>
                <default>
                  <password/><networks><ip>127.0.0.1</ip></networks><profile>default</profile><quota>default</quota>
                </default>
                <weir>
                  <password>secret</password><networks><ip>127.0.0.1</ip></networks>
                  <profile>default</profile><quota>default</quota>
                </weir>
                <reader>
                  <password>secret</password><networks><ip>127.0.0.1</ip></networks>
                  <profile>reader</profile><quota>default</quota>
                </reader>
              </users>
            </yandex>
            """;

    private static final String CHDB_CONFIG = """
            <clickhouse><users_config>DIRECTORY/roles.xml</users_config></clickhouse>
            """;
    private static final String CHDB_USERS = """
            <clickhouse>
              <profiles><default/></profiles>
              <quotas><default/></quotas>
              <roles>ROLES</roles>
              <users>
                <default>
                  <password/><networks><ip>::/0</ip></networks><profile>default</profile><quota>default</quota>
                  <grants>GRANTS</grants>
                </default>
              </users>
            </clickhouse>
            """;

    private ClickHouseServers() {}

    /** Debian's ClickHouse, of 2018; also with the user {@code reader}, who may not write. */
    public static ServerProcess debian() {
        ServerProcess server = new ServerProcess(
                ServerProcess.found("clickhouse-server", "clickhouse-server"),
                List.of("--config-file=DIRECTORY/config.xml"));
        return server.with("config.xml", CONFIG.replace("PORT", server.address().replaceFirst(".*:", "")))
                .with("users.xml", USERS)
                .start();
    }

    /**
     * ClickHouse 26 as the library {@code chdb} of PyPI, with a small HTTP server around it. The
     * variable {@code WEIR_TEST_CHDB} names a Python that has the library.
     */
    public static ServerProcess chdb() {
        return chdb(List.of(), server -> server);
    }

    /**
     * The same with roles. All statements have the rights of all roles until {@code SET ROLE}, which lasts for all
     * later statements.
     *
     * @param roles the rights of each role, such as {@code SELECT ON metrics.*}
     */
    public static ServerProcess chdb(Map<String, List<String>> roles) {
        StringBuilder rights = new StringBuilder();
        roles.forEach((role, granted) ->
                rights.append("<" + role + "><grants>" + queries(granted) + "</grants></" + role + ">"));
        String users = CHDB_USERS
                .replace("ROLES", rights)
                .replace(
                        "GRANTS",
                        queries(roles.keySet().stream()
                                .map(role -> "`" + role + "`")
                                .toList()));
        return chdb(List.of("DIRECTORY/chdb.xml"), server -> server.with("chdb.xml", CHDB_CONFIG)
                .with("roles.xml", users));
    }

    private static String queries(List<String> grants) {
        return grants.stream()
                .map(grant -> "<query>GRANT " + grant + "</query>")
                .collect(Collectors.joining());
    }

    private static ServerProcess chdb(List<String> more, UnaryOperator<ServerProcess> files) {
        Program python = Variables.get(PYTHON)
                .map(path -> new Program(Path.of(path)))
                .orElseGet(() -> ServerProcess.missing("No chdb to test against: python3 -m venv V;"
                        + " V/bin/pip install chdb; export " + PYTHON + "=V/bin/python"));
        List<String> arguments = new ArrayList<>(List.of("DIRECTORY/front.py", "ADDRESS", "DIRECTORY/data"));
        arguments.addAll(more);
        try (InputStream front = Objects.requireNonNull(ClickHouseServers.class.getResourceAsStream("chdb-front.py"))) {
            return files.apply(new ServerProcess(python, arguments)
                            .with("front.py", new String(front.readAllBytes(), UTF_8)))
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
