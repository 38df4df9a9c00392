package io.weir.standalone.store;

import io.questdb.Bootstrap;
import io.questdb.DynamicPropServerConfiguration;
import io.questdb.PropBootstrapConfiguration;
import io.questdb.ServerConfiguration;
import io.questdb.ServerMain;
import io.questdb.log.LogFactory;
import io.questdb.std.FilesFacadeImpl;
import io.weir.contract.service.PortMistake;
import io.weir.contract.service.StartException;
import io.weir.contract.service.WantedPort;
import io.weir.writer.store.StoreUrl;
import io.weir.writer.stores.Stores;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * QuestDB in this process; its directory survives restarts. One per process at a time. Only Weir
 * can use its port, a free one of this machine with a password. People query it at a separate port,
 * see {@link StoreQueries}.
 */
public final class EmbeddedStore implements AutoCloseable {

    /** The loopback address: only this machine can connect. */
    private static final String HOST = "127.0.0.1";

    /**
     * By QuestDB's names for environment variables, which override a server.conf. Port 0 is a free
     * one.
     */
    private static final Map<String, String> SETTINGS = Map.ofEntries(
            Map.entry("QDB_HTTP_BIND_TO", HOST + ":0"),
            Map.entry("QDB_HTTP_MIN_ENABLED", "false"),
            Map.entry("QDB_PG_ENABLED", "false"),
            Map.entry("QDB_LINE_TCP_ENABLED", "false"),
            Map.entry("QDB_LINE_UDP_ENABLED", "false"),
            Map.entry("QDB_TELEMETRY_ENABLED", "false"),
            Map.entry("QDB_CONFIG_RELOAD_ENABLED", "false"),
            // Developer mode would let a reader end the process and block tables.
            Map.entry("QDB_DEV_MODE_ENABLED", "false"),
            // COPY and the functions that read files: a select must not access files outside of the
            // tables.
            Map.entry("QDB_CAIRO_SQL_COPY_ROOT", ""),
            Map.entry("QDB_CAIRO_SQL_COPY_EXPORT_ROOT", ""),
            Map.entry("QDB_SHARED_WORKER_COUNT", "1"));

    private final ServerMain server;
    private final StoreUsers users;
    private final StoreQueries queries;

    private EmbeddedStore(ServerMain server, StoreUsers users, StoreQueries queries) {
        this.server = server;
        this.users = users;
        this.queries = queries;
    }

    /**
     * Starts the store and returns when it accepts writes.
     *
     * @param directory created if missing; used by one store at a time
     * @param port for queries by people
     * @throws StartException if the port is taken or the store cannot start in this directory
     */
    public static EmbeddedStore start(Path directory, int port) {
        WantedPort.requireFree(List.of(port(port)));
        StoreUsers users = new StoreUsers();
        ServerMain server = serve(directory, users);
        try {
            StoreQueries queries = new StoreQueries(port(port), http(server), users.readerAuthorization());
            queries.start();
            return new EmbeddedStore(server, users, queries);
        } catch (RuntimeException e) {
            end(server);
            throw e;
        }
    }

    /** The port for queries by people. */
    public static WantedPort port(int port) {
        return new WantedPort(HOST, port, new PortMistake("tcp", "the embedded store", "--store-port", ""));
    }

    /** The address for queries by people: {@code http://HOST:PORT}. */
    public String url() {
        return "http://" + HOST + ":" + queries.port();
    }

    /** The address for Weir's writes and queries. */
    public StoreUrl store() {
        return Stores.embedded(http(server), StoreUsers.WEIR);
    }

    /** Weir's password for this store; it changes with each start. */
    public String password() {
        return users.weirPassword();
    }

    /** Ends the store; acknowledged data is on disk. */
    @Override
    public void close() {
        queries.close();
        end(server);
    }

    private static ServerMain serve(Path directory, StoreUsers users) {
        try {
            Files.createDirectories(directory);
            UnfinishedTables.remove(directory);
            InterruptedChanges.undo(directory);
            // Selects the log configuration: a resource of this program instead of a file in the
            // user's directory.
            System.setProperty(LogFactory.CONFIG_SYSTEM_PROPERTY, "/questdb-log.conf");
            LogFactory.configureRootDir(directory.toString());
            return StoreConsole.captured(() -> {
                ServerMain server = new ServerMain(
                        new Bootstrap(new Configuration(users), Bootstrap.getServerMainArgs(directory.toString())));
                server.start(false);
                return server;
            });
        } catch (Exception e) {
            throw new StartException(
                    "the embedded store cannot start in " + directory + ": " + e.getMessage()
                            + "; name another --data directory, or another store with --store",
                    e);
        }
    }

    private static String http(ServerMain server) {
        return "http://" + HOST + ":" + server.getHttpServerPort();
    }

    private static void end(ServerMain server) {
        StoreConsole.captured(() -> {
            server.close();
            return server;
        });
    }

    /**
     * Like {@code ServerMain.create}, but with the users above and without the files of the web
     * console, which is not used.
     */
    private static final class Configuration extends PropBootstrapConfiguration {
        private final StoreUsers users;

        private Configuration(StoreUsers users) {
            this.users = users;
        }

        @Override
        public Map<String, String> getEnv() {
            Map<String, String> all = new HashMap<>(System.getenv());
            all.putAll(SETTINGS);
            return all;
        }

        @Override
        public boolean useSite() {
            return false;
        }

        @Override
        public ServerConfiguration getServerConfiguration(Bootstrap bootstrap) throws Exception {
            return new DynamicPropServerConfiguration(
                    bootstrap.getRootDirectory(),
                    bootstrap.loadProperties(),
                    getEnv(),
                    bootstrap.getLog(),
                    bootstrap.getBuildInformation(),
                    FilesFacadeImpl.INSTANCE,
                    bootstrap.getMicrosecondClock(),
                    (configuration, engine, freeOnExit) -> users.enforced(configuration));
        }
    }
}
