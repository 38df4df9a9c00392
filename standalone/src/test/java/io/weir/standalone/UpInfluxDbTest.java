package io.weir.standalone;

import io.weir.writer.testing.RealInfluxDb;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** From a datagram to a real InfluxDB 1.x, through all services of {@code weir up}. */
@Tag("long")
class UpInfluxDbTest {

    @RegisterExtension
    static final RealInfluxDb INFLUX = new RealInfluxDb();

    @Test
    void aDatagramIsStoredAveragedAndAlarmed(@TempDir Path directory) throws Exception {
        OneDatagram.isStoredAveragedAndAlarmed(
                new UpInstallation(directory, "--store=" + INFLUX.server().url(), OneDatagram.RULES),
                INFLUX.server()::value,
                "\"hostname\":\"flp1\"},\"value\":[1700000001,\"97\"]}");
    }
}
