import PACKAGE.common.settings.Settings;
import PACKAGE.node.InternalSettingsPreparer;
import PACKAGE.node.Node;
import PACKAGE.plugins.Plugin;
import PACKAGE.transport.Netty4Plugin;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** A node of Elasticsearch or OpenSearch, of which tests run the source: HOST:PORT DIRECTORY. */
public final class SearchNode extends Node {
    private SearchNode(Settings settings) {
        super(
                InternalSettingsPreparer.prepareEnvironment(settings, Map.of(), null, () -> "weir"),
                List.<Class<? extends Plugin>>of(Netty4Plugin.class),
                false);
    }

    public static void main(String[] arguments) throws Exception {
        String[] address = arguments[0].split(":");
        SearchNode node = new SearchNode(Settings.builder()
                .put("path.home", arguments[1])
                .put("network.host", address[0])
                .put("http.port", address[1])
                .put("transport.port", "0")
                .put("transport.type", "netty4")
                .put("http.type", "netty4")
                .put("discovery.type", "single-node")
                .put("cluster.routing.allocation.disk.threshold_enabled", false)
                // Each test has indices of its own.
                .put("cluster.max_shards_per_node", 10_000)
                .build());
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try {
                node.close();
            } catch (Exception e) {
                e.printStackTrace();
            }
        }));
        node.start();
        new CountDownLatch(1).await();
    }
}
