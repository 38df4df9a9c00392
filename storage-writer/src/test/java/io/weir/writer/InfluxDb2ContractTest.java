package io.weir.writer;

import io.weir.writer.testing.InfluxDbProcess;

/** InfluxDB 2.x. */
class InfluxDb2ContractTest extends InfluxDbContract {
    InfluxDb2ContractTest() {
        super(() -> InfluxDbProcess.start(2));
    }
}
