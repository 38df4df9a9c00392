package io.weir.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.writer.testing.Awaited;
import io.weir.writer.testing.ClickHouseServers;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** ClickHouse of 2018, without DateTime64, LowCardinality, codecs and Bool. */
class ClickHouse18ContractTest extends ClickHouseContract {
    ClickHouse18ContractTest() {
        super(ClickHouseServers::debian);
    }

    @Override
    Map<String, String> wrongAddresses() {
        Map<String, String> all = new LinkedHashMap<>(super.wrongAddresses());
        all.put(store().url().replace("weir@", "reader@"), "correct user 'reader' and the password");
        all.put(
                store().url().replace("weir@", "reader@").replace("met-rics", "none"),
                "Cannot create database in readonly mode");
        all.put(store().url() + "?keep=30d", "has no TTL: remove ?keep");
        return all;
    }

    @Test
    void nothingIsLostOrDoubledWhenTheServerIsKilled() {
        CompletableFuture<Boolean> delivery = CompletableFuture.supplyAsync(() -> IntStream.range(0, 60)
                .allMatch(batch -> parcel.deliver(IntStream.range(0, 200)
                        .mapToObj(i -> "killed,host=h" + i + " value=" + batch + " " + (T + batch))
                        .collect(Collectors.joining("\n")))));
        for (int kill = 1; kill <= 2; kill++) {
            double stored = 3000.0 * kill;
            Awaited.until("some batches are stored", () -> parcel.counted("weir.writer.lines.stored") >= stored);
            server().kill();
            server().start();
        }

        assertThat(delivery.join()).isTrue();
        assertThat(parcel.rejected).isEmpty();
        assertThat(values("killed", "value")).hasSize(12_000);
    }
}
