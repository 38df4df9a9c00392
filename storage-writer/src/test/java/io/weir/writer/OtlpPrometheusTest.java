package io.weir.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.writer.RemoteWriteContractTest.Served;
import io.weir.writer.store.StoreAbilities;
import io.weir.writer.stores.StoreCatalog;
import io.weir.writer.stores.Stores;
import io.weir.writer.testing.ServerProcess;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** OTLP to a real Prometheus 3, which has the abilities of Prometheus behind remote write. */
class OtlpPrometheusTest extends StoreContract {
    private static final String PATH = "/api/v1/otlp/v1/metrics";
    private static final String RECEIVER = "--web.enable-otlp-receiver";

    @Override
    StoreAbilities abilities() {
        return Stores.abilities(StoreCatalog.BUILT_IN.parse("remotewrite://prometheus"));
    }

    @Override
    TestStore open(Path directory) {
        ServerProcess server = ServerProcess.prometheus3("global: {}\n", RECEIVER);
        return new Served(server, "otlp://" + server.address() + PATH);
    }

    @Override
    Refused refused(String measurement) {
        return new Refused(measurement + ",host=a value=2 " + (T - 1_000_000_000), "out of order sample");
    }

    @Override
    Map<String, String> wrongAddresses() {
        return Map.of(store().url().replace(PATH, "/no/such"), "accepts no OTLP over HTTP");
    }

    /** In another order, Prometheus would drop the older samples without a word. */
    @Test
    void unorderedLinesAreStored() {
        parcel.deliver(IntStream.of(5, 1, 4, 3, 2, 9, 7)
                .mapToObj(i -> "sorted,host=a v=" + i + " " + (T + i * 1_000_000L))
                .collect(Collectors.joining("\n")));

        assertThat(values("sorted", "v")).containsExactly("1", "2", "3", "4", "5", "7", "9");
        assertThat(parcel.rejected).isEmpty();
    }

    @Test
    void windowForOldSamplesTakesRepeatsAndLateLines() {
        try (ServerProcess tolerant =
                        ServerProcess.prometheus3("storage: {tsdb: {out_of_order_time_window: 1h}}\n", RECEIVER);
                Parcel repeating = new Parcel("otlp://" + tolerant.address() + PATH)) {
            LateLines.assertStored(repeating, new Served(tolerant, ""));
        }
    }

    @Test
    void hostOfTheResourceIsALabelIfPrometheusPromotesIt() {
        for (String config : new String[] {"global: {}", "otlp: {promote_resource_attributes: [host.name]}"}) {
            try (ServerProcess server = ServerProcess.prometheus3(config + "\n", RECEIVER);
                    Parcel hosts = new Parcel("otlp://" + server.address() + PATH + "?host.name=hostname")) {
                hosts.deliver("m,hostname=flp1,link=3 v=1 " + T);

                String label = config.contains("promote") ? "\"host_name\":\"flp1\"," : "";
                assertThat(server.get("/api/v1/query?query=m_v%5B1h%5D"))
                        .contains("\"metric\":{\"__name__\":\"m_v\"," + label + "\"link\":\"3\"}");
            }
        }
    }
}
