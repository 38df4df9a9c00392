package io.weir.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.writer.RemoteWriteContractTest.Served;
import io.weir.writer.testing.ServerProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Remote write 2.0 to a real Prometheus 3. */
class RemoteWrite2ContractTest extends StoreContract {
    private static final String VERSION = "?version=2";

    @Override
    TestStore open(Path directory) {
        ServerProcess server = ServerProcess.prometheus3("global: {}\n");
        return new Served(server, "remotewrite://" + server.address() + VERSION);
    }

    @Override
    Refused refused(String measurement) {
        return new Refused(measurement + ",host=a value=2 " + (T - 1_000_000_000), "out of order sample");
    }

    @Override
    Map<String, String> wrongAddresses() {
        return Map.of(store().url().replace(VERSION, "/no/such" + VERSION), "accepts no remote write 2.0");
    }

    @Override
    boolean storesPartsOfLines() {
        return true;
    }

    /** With such a window, the receiver accepts the second write of a line that it stored in the first one. */
    @Test
    void windowForOldSamplesMakesTheAccountOfPartialWritesExact() {
        try (ServerProcess tolerant = ServerProcess.prometheus3("storage: {tsdb: {out_of_order_time_window: 1h}}\n");
                Parcel parcel = new Parcel("remotewrite://" + tolerant.address() + VERSION)) {
            String future = "part,host=a v=-1 " + (T + TimeUnit.HOURS.toNanos(1));
            String lines = IntStream.range(0, 100)
                    .mapToObj(i -> i % 40 == 3 ? future : "part,host=a v=" + i + " " + (T + i * 1_000_000L))
                    .collect(Collectors.joining("\n"));
            assertThat(parcel.deliver(lines)).isTrue();

            assertThat(parcel.rejectedLines()).containsExactly(future, future, future);
            assertThat(parcel.rejected.get(0).reason()).contains("out of bounds", "0 of 1 samples stored");
            assertThat(new Served(tolerant, "").values("part", "v")).hasSize(97);
        }
    }

    /** The receiver stores nothing of a refused request of 1.0, but the other samples of one of 2.0. */
    @ParameterizedTest
    @CsvSource({"1, 1", "2, 2"})
    void withoutAWindowTheVersionDecidesWhichLinesAreRefused(String version, int refused) {
        String measurement = "version" + version;
        String older = measurement + ",host=a v=1 " + T;
        String newer = measurement + ",host=a v=2 " + (T + 1_000_000);
        String future = measurement + ",host=b v=-1 " + (T + TimeUnit.HOURS.toNanos(1));
        try (Parcel parcel = new Parcel(store().url().replace(VERSION, "?version=" + version))) {
            parcel.deliver(String.join("\n", older, newer, future));

            assertThat(values(measurement, "v")).containsExactly("1", "2");
            assertThat(parcel.rejectedLines())
                    .containsExactlyElementsOf(List.of(older, future).subList(2 - refused, 2));
            String earlier = "(0 of 1 samples stored; an earlier request with more lines: 2 of 3 samples stored)";
            assertThat(parcel.rejected).allMatch(line -> line.reason().contains(earlier) == version.equals("2"));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "prometheus.WriteRequest, ?version=2, remove version=2",
        "io.prometheus.write.v2.Request, '', add ?version=2"
    })
    void versionThatTheReceiverDoesNotAcceptIsNamed(String accepted, String options, String remedy) {
        try (ServerProcess server = ServerProcess.prometheus3(
                        "global: {}\n", "--web.remote-write-receiver.accepted-protobuf-messages=" + accepted);
                Parcel parcel = new Parcel("remotewrite://" + server.address() + options)) {
            assertThat(parcel.trouble()).contains("HTTP 415", remedy);
            assertThat(parcel.rejected).isEmpty();
        }
    }
}
