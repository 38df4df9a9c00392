package io.weir.writer;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.writer.testing.ClickHouseServers;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** ClickHouse 26. */
@Tag("long")
class ClickHouse26ContractTest extends ClickHouseContract {
    ClickHouse26ContractTest() {
        super(ClickHouseServers::chdb);
    }

    @Test
    void newColumnsAreCompressedByTheirTypes() {
        parcel.deliver("coded,host=a f=1.5,i=2i,b=true,t=\"x\" " + T);
        parcel.deliver("coded,host=a,rack=1 u=3u " + T);

        assertThat(select("SELECT name, type, compression_codec FROM system.columns WHERE table = 'coded'"))
                .isEqualTo("[[\"timestamp\",\"DateTime64(9, 'UTC')\",\"CODEC(Delta(8), ZSTD(1))\"],"
                        + "[\"host\",\"LowCardinality(String)\",\"\"],"
                        + "[\"f\",\"Nullable(Float64)\",\"CODEC(ZSTD(1))\"],"
                        + "[\"i\",\"Nullable(Int64)\",\"CODEC(Delta(8), ZSTD(1))\"],"
                        + "[\"b\",\"Nullable(Bool)\",\"CODEC(ZSTD(1))\"],"
                        + "[\"t\",\"Nullable(String)\",\"CODEC(ZSTD(1))\"],"
                        + "[\"rack\",\"LowCardinality(String)\",\"\"],"
                        + "[\"u\",\"Nullable(UInt64)\",\"CODEC(Delta(8), ZSTD(1))\"]]");
    }

    @Test
    void rowsBeyondTheRetentionOfNewTablesAreDeleted() {
        try (Parcel keeping = new Parcel(store().url() + "?keep=30d", store().token())) {
            keeping.deliver("kept,host=a value=1 " + T);
            keeping.deliver("kept,host=a value=2 " + (T - TimeUnit.DAYS.toNanos(31)));
            keeping.deliver("kept,host=a value=3 " + (T - TimeUnit.DAYS.toNanos(29)));
        }
        execute("OPTIMIZE TABLE DB.kept FINAL");

        assertThat(values("kept", "value")).containsExactly("3", "1");
    }
}
