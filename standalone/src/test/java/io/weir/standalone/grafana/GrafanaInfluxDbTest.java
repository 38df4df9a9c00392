package io.weir.standalone.grafana;

import io.weir.standalone.UpInstallation;
import io.weir.writer.testing.RealInfluxDb;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/**
 * With {@code weir up} and the rules of {@code compose.yaml}, a real InfluxDB 1.x answers all
 * queries of all dashboards in InfluxQL.
 */
@Tag("long")
class GrafanaInfluxDbTest {

    @RegisterExtension
    static final RealInfluxDb INFLUX = new RealInfluxDb();

    @Test
    void everyQuestionOfEveryDashboardIsAnswered(@TempDir Path directory) throws Exception {
        Filled.everyQuestionIsAnswered(
                UpInstallation.probing(directory, "--store=" + INFLUX.server().url(), GrafanaFilesTest.RULES),
                DataSource.provisioned()
                        .at(INFLUX.server().address(), INFLUX.server().database(), "of no user"));
    }
}
