package io.weir.writer;

import io.weir.writer.testing.InfluxDbProcess;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** An InfluxDB of any version. */
abstract class InfluxDbContract extends StoreContract {
    private final Supplier<InfluxDbProcess> server;

    InfluxDbContract(Supplier<InfluxDbProcess> server) {
        this.server = server;
    }

    @Override
    TestStore open(Path directory) {
        InfluxDbProcess influxDb = server.get();
        return new TestStore() {
            @Override
            public String url() {
                return influxDb.url();
            }

            @Override
            public Optional<String> token() {
                return influxDb.token();
            }

            @Override
            public List<String> values(String measurement, String field) {
                List<String> values = new ArrayList<>();
                influxDb.series("SELECT \"" + field + "\" FROM \"" + measurement + "\"")
                        .path("values")
                        .forEach(row -> values.add(row.path(1).asText()));
                return values;
            }

            @Override
            public void stop() {
                influxDb.stop();
            }

            @Override
            public void start() {
                influxDb.start();
            }

            @Override
            public void close() {
                influxDb.close();
            }
        };
    }

    @Override
    Refused refused(String measurement) {
        return new Refused(measurement + ",host=a value=\"text\" " + T, "partial write: field type conflict");
    }

    @Override
    Map<String, String> wrongAddresses() {
        return store().url().startsWith("influxdb2")
                ? Map.of(store().url().replaceFirst("org=.*", "org=nobody"), "organization name \"nobody\" not found")
                : Map.of();
    }
}
