package io.weir.standalone;

import io.questdb.ServerMain;
import io.questdb.log.LogFactory;
import io.weir.contract.service.PortMistake;
import io.weir.contract.service.StartException;
import io.weir.contract.service.WantedPort;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** QuestDB in this process, over HTTP for this machine only; its directory survives restarts. One per process at a time. */
public final class EmbeddedStore implements AutoCloseable {

    /** It listens on this machine only. */
    static final String HOST = "127.0.0.1";

    private final ServerMain server;
    private final int port;

    private EmbeddedStore(ServerMain server, int port) {
        this.server = server;
        this.port = port;
    }

    /**
     * Starts and returns once it takes writes.
     *
     * @param directory created if missing; used by one store at a time
     * @throws StartException if the port is taken or the store cannot start in this directory
     */
    public static EmbeddedStore start(Path directory, int port) {
        WantedPort.requireFree(List.of(port(port)));
        try {
            Files.createDirectories(directory);
            UnfinishedTables.remove(directory);
            // Which log configuration it reads; a resource of ours rather than a file in the user's directory.
            System.setProperty(LogFactory.CONFIG_SYSTEM_PROPERTY, "/questdb-log.conf");
            LogFactory.configureRootDir(directory.toString());
            return new EmbeddedStore(StoreChatter.taken(() -> serve(directory, port)), port);
        } catch (Exception e) {
            throw new StartException(
                    "the embedded store cannot start in " + directory + ": " + e.getMessage()
                            + "; name another --data directory, or another store with --store",
                    e);
        }
    }

    /** The one that it will listen on. */
    static WantedPort port(int port) {
        return new WantedPort(HOST, port, new PortMistake("tcp", "the embedded store", "--store-port", ""));
    }

    /** Where it takes line protocol, queries, and a browser: {@code http://HOST:PORT}. */
    public String url() {
        return "http://" + HOST + ":" + port;
    }

    /** Ends; what was acknowledged is on disk. */
    @Override
    public void close() {
        StoreChatter.taken(() -> {
            server.close();
            return server;
        });
    }

    private static ServerMain serve(Path directory, int port) {
        ServerMain server = ServerMain.create(directory.toString(), settings(port));
        server.start(false);
        return server;
    }

    /** By its names for environment variables, which win over a server.conf. */
    private static Map<String, String> settings(int port) {
        return Map.ofEntries(
                Map.entry("QDB_HTTP_BIND_TO", HOST + ":" + port),
                Map.entry("QDB_HTTP_MIN_ENABLED", "false"),
                Map.entry("QDB_PG_ENABLED", "false"),
                Map.entry("QDB_LINE_TCP_ENABLED", "false"),
                Map.entry("QDB_LINE_UDP_ENABLED", "false"),
                Map.entry("QDB_TELEMETRY_ENABLED", "false"),
                Map.entry("QDB_CONFIG_RELOAD_ENABLED", "false"),
                Map.entry("QDB_SHARED_WORKER_COUNT", "1"));
    }
}
