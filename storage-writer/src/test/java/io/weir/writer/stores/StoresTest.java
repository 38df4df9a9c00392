package io.weir.writer.stores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.weir.contract.config.Refusal;
import io.weir.writer.store.StoreUrl;
import io.weir.writer.store.TargetKind;
import io.weir.writer.store.archive.ArchiveUrl;
import io.weir.writer.store.clickhouse.ClickHouseUrl;
import io.weir.writer.store.file.FileUrl;
import io.weir.writer.store.influxdb.InfluxDb1Url;
import io.weir.writer.store.influxdb.InfluxDb2Url;
import io.weir.writer.store.opensearch.OpenSearchUrl;
import io.weir.writer.store.otlp.OtlpUrl;
import io.weir.writer.store.remotewrite.RemoteWriteUrl;
import io.weir.writer.store.remotewrite.RemoteWriteVersion;
import io.weir.writer.store.victoriametrics.VictoriaMetricsUrl;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StoresTest {
    @ParameterizedTest
    @CsvSource({
        "questdb:embedded,               http://127.0.0.1:9000",
        "questdb://db,                   http://db:9000",
        "questdb://db:9100,              http://db:9100",
        "questdb://db:9100/,             http://db:9100",
        "questdbs://db.example:443,      https://db.example:443",
        "questdb://[::1]:9000,           http://[::1]:9000",
        "influxdb1://db/metrics,         http://db:8086",
        "influxdb1://weir@db:1/metrics,  http://db:1",
        "influxdb1s://db/metrics,        https://db:8086",
        "influxdb2://db/metrics?org=o,   http://db:8086",
        "influxdb2s://db:1/a/b?org=o,    https://db:1",
        "influxdb3://db/farm,            http://db:8181",
        "influxdb3s://db:443/farm,       https://db:443",
        "victoriametrics://vm,           http://vm:8428",
        "victoriametricss://vm/,         https://vm:8428",
        "remotewrite://me@p,             http://p:9090",
        "remotewrites://p,               https://p:443",
        "clickhouse://me@ch/metrics,     http://ch:8123",
        "clickhouses://ch/metrics,       https://ch:8443",
        "opensearch://me@os/metrics,     http://os:9200",
        "opensearchs://os:443/metrics,   https://os:443",
        "elasticsearch://es/metrics,     http://es:9200",
        "elasticsearchs://es/metrics,    https://es:9200",
        "opentsdb://me@tsdb,             http://tsdb:4242",
        "opentsdbs://tsdb/prefix,        https://tsdb:443",
        "otlp://me@collector,            http://collector:4318",
        "otlps://collector/otlp/a,       https://collector:443",
    })
    void storesAreFoundByUrl(String url, String http) {
        assertThat(StoreCatalog.BUILT_IN.parse(url).http()).isEqualTo(http);
        assertThat(StoreCatalog.BUILT_IN.parse(url).text()).isEqualTo(url);
    }

    @Test
    void influxDbHasUserAndDatabase() {
        assertThat(StoreCatalog.BUILT_IN.parse("influxdb1://weir@db/metrics"))
                .isEqualTo(new InfluxDb1Url(
                        "influxdb1://weir@db/metrics", "http://db:8086", Optional.of("weir"), "metrics"));
    }

    @ParameterizedTest
    @CsvSource({
        "'',                              no host",
        "questdb,                         no host",
        "questdb:other,                   no host",
        "questdb://,                      is not a URL",
        "questdb://db:x,                  no host",
        "questdb://db:70000,              invalid port 70000",
        "questdb://db/path,               a path '/path'",
        "questdb://me@db,                 contains a user",
        "influxdb1://db,                  has no database",
        "influxdb1://db/,                 has no database",
        "influxdb1://db/a/b,              invalid database name 'a/b'",
        "influxdb1://db/a?org=b,          a query or a fragment",
        "influxdb2://db/?org=o,           has no bucket",
        "influxdb2://db/bucket,           must have ?org=ORG",
        "influxdb2://db/bucket?org=,      must have ?org=ORG",
        "influxdb2://me@db/bucket?org=o,  contains a user",
        "influxdb1://db/a#b,              a query or a fragment",
        "influxdb3://db,                  has no database",
        "influxdb3://db/a?org=b,          a query or a fragment",
        "influxdb3://me@db/a,             contains a user",
        "victoriametrics://vm?db=a,       a query or a fragment",
        "victoriametrics://vm/a/write,    'ends with /write'",
        "remotewrite://p/api?x=y,         only ?version=1 or 2 and tenant=TENANT",
        "remotewrite://p?tenant=a&b=c,    only ?version=1 or 2 and tenant=TENANT",
        "remotewrite://p?version=3,       only ?version=1 or 2 and tenant=TENANT",
        "remotewrite://p?,                only ?version=1 or 2 and tenant=TENANT",
        "remotewrite://p?version=2&version=2, only ?version=1 or 2 and tenant=TENANT",
        "remotewritess://p,               unknown scheme 'remotewritess'",
        "clickhouse://ch,                 has no database",
        "clickhouse://ch/a/b,             invalid database name 'a/b'",
        "clickhouse://ch/a?b=c,           only ?keep=",
        "clickhouse://ch/a?keep=0d,       only ?keep=",
        "clickhouse://ch/a?keep=9m,       only ?keep=",
        "opensearch://os,                 has no prefix of indices",
        "opensearch://os/Metrics,         invalid prefix of indices 'Metrics'",
        "opensearch://os/a/b,             invalid prefix of indices 'a/b'",
        "opensearch://os/-a,              invalid prefix of indices '-a'",
        "elasticsearch://os/a?per=week,   only ?per=month",
        "elasticsearch://os/a?source=no,  only ?per=month",
        "opentsdb://tsdb?a=b,             a query or a fragment",
        "opentsdb://tsdb/a/api/put,       ends with /api/put",
        "otlp://c?service.name=a,         only ?host.name=TAG and tenant=TENANT",
        "otlp://c?host.name=,             only ?host.name=TAG and tenant=TENANT",
        "otlp://c?host.name=a&host.name=b, only ?host.name=TAG and tenant=TENANT",
        "http://db:9000,                  unknown scheme 'http'",
        "influxdb1://db/a b,              is not a URL",
    })
    void wrongUrlSaysWhatIsExpected(String url, String wrong) {
        assertThatThrownBy(() -> StoreCatalog.BUILT_IN.parse(url))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining(wrong)
                .hasMessageContaining("influxdb1://[USER@]HOST[:PORT]/DATABASE");
    }

    @Test
    void pathsOfVictoriaMetricsAndRemoteWrite() {
        assertThat(StoreCatalog.BUILT_IN.parse("victoriametrics://me@vm:1/insert/0/influx/"))
                .isEqualTo(new VictoriaMetricsUrl(
                        "victoriametrics://me@vm:1/insert/0/influx/",
                        "http://vm:1",
                        "/insert/0/influx",
                        Optional.of("me")));
        assertThat(StoreCatalog.BUILT_IN.parse("remotewrite://p"))
                .isEqualTo(new RemoteWriteUrl(
                        "remotewrite://p",
                        "http://p:9090",
                        "/api/v1/write",
                        Optional.empty(),
                        RemoteWriteVersion.V1,
                        Optional.empty()));
        assertThat(StoreCatalog.BUILT_IN.parse("remotewrite://p/push?version=2&tenant=a.b"))
                .isEqualTo(new RemoteWriteUrl(
                        "remotewrite://p/push?version=2&tenant=a.b",
                        "http://p:9090",
                        "/push",
                        Optional.empty(),
                        RemoteWriteVersion.V2,
                        Optional.of("a.b")));
        assertThatThrownBy(() -> StoreCatalog.BUILT_IN.parse("remotewrite://p").at("place"))
                .hasMessageContaining("is no place");
    }

    @Test
    void otlpHasPathAndOptions() {
        assertThat(StoreCatalog.BUILT_IN.parse("otlp://c"))
                .isEqualTo(new OtlpUrl(
                        "otlp://c",
                        "http://c:4318",
                        "/v1/metrics",
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty()));
        assertThat(StoreCatalog.BUILT_IN.parse("otlp://p:9090/api/v1/otlp/v1/metrics?host.name=hostname&tenant=me"))
                .isEqualTo(new OtlpUrl(
                        "otlp://p:9090/api/v1/otlp/v1/metrics?host.name=hostname&tenant=me",
                        "http://p:9090",
                        "/api/v1/otlp/v1/metrics",
                        Optional.empty(),
                        Optional.of("hostname"),
                        Optional.of("me")));
        assertThat(StoreCatalog.BUILT_IN.parse("otlp://a,b/v1/metrics").addresses())
                .hasSize(2);
    }

    @Test
    void anArchiveHasDirectoryAndOptions() {
        assertThat(StoreCatalog.BUILT_IN.parse("archive:/data/a"))
                .isEqualTo(new ArchiveUrl("archive:/data/a", Path.of("/data/a"), Duration.ofMinutes(10), 64 << 20));
        assertThat(StoreCatalog.BUILT_IN.parse("archive:a?every=1h&memory-mib=7"))
                .isEqualTo(
                        new ArchiveUrl("archive:a?every=1h&memory-mib=7", Path.of("a"), Duration.ofHours(1), 7 << 20));
    }

    @Test
    void filesHaveTheOptionsOfAnArchive() {
        StoreUrl url = StoreCatalog.BUILT_IN.parse("file:a?every=1h&memory-mib=7");
        assertThat(url)
                .isEqualTo(new FileUrl("file:a?every=1h&memory-mib=7", Path.of("a"), Duration.ofHours(1), 7 << 20));
        assertThat(Stores.abilities(url).store()).isEqualTo("files");
        assertThatThrownBy(() -> StoreCatalog.BUILT_IN.parse("file:a?rotate=1h"))
                .hasMessageContaining("unknown option \"rotate\"")
                .hasMessageContaining("file:DIR[?every=10m&memory-mib=64]");
    }

    @ParameterizedTest
    @CsvSource({
        "archive:,                     names no directory",
        "archive://host/dir,           has // before the directory: write one slash",
        "file:///data,                 has // before the directory: write one slash",
        "archive:a?size=1,             unknown option \"size\"",
        "archive:a?every=1,            did you mean 1s?",
        "archive:a?every=1ms,          below 1s",
        "archive:a?memory-mib=0,       from 1 to 16384",
        "archive:a?memory-mib=1m,      from 1 to 16384",
        "file:a?memory-mib=1025,       from 1 to 1024",
    })
    void wrongArchiveSaysWhatIsExpected(String url, String wrong) {
        assertThatThrownBy(() -> StoreCatalog.BUILT_IN.parse(url))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining(wrong);
    }

    @Test
    void placesOfClickHouseAreDatabases() {
        ClickHouseUrl url = (ClickHouseUrl) StoreCatalog.BUILT_IN.parse("clickhouse://me@ch/a?keep=90d");
        assertThat(url)
                .isEqualTo(new ClickHouseUrl(
                        "clickhouse://me@ch/a?keep=90d", "http://ch:8123", Optional.of("me"), "a", OptionalInt.of(90)));
        assertThat(url.at("b"))
                .isEqualTo(new ClickHouseUrl(
                        "clickhouse://me@ch/a?keep=90d b",
                        "http://ch:8123",
                        Optional.of("me"),
                        "b",
                        OptionalInt.of(90)));
        assertThatThrownBy(() -> url.at("b/c")).hasMessageContaining("is no place");
    }

    @Test
    void placesOfOpenSearchArePrefixes() {
        OpenSearchUrl url =
                (OpenSearchUrl) StoreCatalog.BUILT_IN.parse("elasticsearchs://me@es/a?source=false&per=month");
        assertThat(url)
                .isEqualTo(new OpenSearchUrl(
                        "elasticsearchs://me@es/a?source=false&per=month",
                        "https://es:9200",
                        Optional.of("me"),
                        "ApiKey",
                        "a",
                        true,
                        false,
                        false));
        assertThat(url.at("b-c").text()).isEqualTo(url.text() + " b-c");
        assertThat(((OpenSearchUrl) url.at("b-c")).prefix()).isEqualTo("b-c");
        assertThatThrownBy(() -> url.at("B")).hasMessageContaining("is no start of indices' names");
        OpenSearchUrl documents = (OpenSearchUrl) StoreCatalog.BUILT_IN.parse("opensearch://es/a?documents=true");
        assertThat(((OpenSearchUrl) documents.at("b")).holdsDocuments()).isTrue();
        assertThatThrownBy(() -> StoreCatalog.BUILT_IN.parse("opensearch://es/a?documents=true&source=false"))
                .hasMessageContaining("has source=false and documents=true: documents need their source");
    }

    @Test
    void aUrlMayNameSeveralAddresses() {
        StoreUrl url = StoreCatalog.BUILT_IN.parse("clickhouse://me@a,b:1,[::1]/db?keep=9d");

        assertThat(url.text()).isEqualTo("clickhouse://me@a,b:1,[::1]/db?keep=9d");
        assertThat(url.addresses())
                .containsExactly(
                        StoreCatalog.BUILT_IN.parse("clickhouse://me@a/db?keep=9d"),
                        StoreCatalog.BUILT_IN.parse("clickhouse://me@b:1/db?keep=9d"),
                        StoreCatalog.BUILT_IN.parse("clickhouse://me@[::1]/db?keep=9d"));
        assertThat(url.at("other").addresses())
                .extracting(StoreUrl::text)
                .containsExactly(
                        "clickhouse://me@a/db?keep=9d other",
                        "clickhouse://me@b:1/db?keep=9d other",
                        "clickhouse://me@[::1]/db?keep=9d other");
        assertThat(Stores.abilities(url).store()).isEqualTo("ClickHouse");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "influxdb1://a,,b/m            | \"influxdb1:///m\" has no host",
                "influxdb1://a,b,/m            | \"influxdb1:///m\" has no host",
                "influxdb1://a,b:0/m           | \"influxdb1://b:0/m\" has the invalid port 0",
                "influxdb1://a,b,a:8086/m      | \"influxdb1://a:8086/m\" occurs twice",
                "influxdb1://me:se,cret@a,b/m  | contains a password",
                "influxdb1://a,b               | has no database",
                "questdb://a,b                 | \"questdb://b\" is a second address",
            })
    void wrongAddressAmongSeveralIsNamed(String url, String wrong) {
        assertThatThrownBy(() -> StoreCatalog.BUILT_IN.parse(url))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining(wrong)
                .hasMessageContaining("HOST,HOST")
                .hasMessageNotContaining("cret");
    }

    @Test
    void errorsListAllStores() {
        for (TargetKind<?> kind : Stores.ALL) {
            assertThatThrownBy(() -> StoreCatalog.BUILT_IN.parse("mysql://db")).hasMessageContaining(kind.form());
        }
    }

    @Test
    void bucketAndOrganizationMayHaveBlanks() {
        assertThat(StoreCatalog.BUILT_IN.parse("influxdb2://db/the%20bucket?org=my%20org"))
                .isEqualTo(new InfluxDb2Url(
                        "influxdb2://db/the%20bucket?org=my%20org", "http://db:8086", "my org", "the bucket"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "influxdb1://weir:secret@db/metrics",
                "influxdb1://weir:secret@db:70000/metrics",
                "influxdb2://db/metrics?org=o&token=secret",
                "influxdb2://weir:secret@db/metrics?org=o",
                "influxdb3://weir:secret@db/farm",
                "questdb://weir:secret@db",
                "remotewrite://weir:secret@db",
                "clickhouse://weir:secret@db/metrics",
                "opensearch://weir:secret@db/metrics",
                "opentsdb://weir:secret@db",
                "otlp://weir:secret@db",
                "victoriametrics://weir:secret@db",
                "mysql://weir:secret@db/metrics",
            })
    void secretInAUrlIsRefusedWithoutRepeatingIt(String url) {
        assertThatThrownBy(() -> StoreCatalog.BUILT_IN.parse(url))
                .hasMessageContaining("WEIR_STORE_TOKEN")
                .hasMessageNotContaining("secret");
    }
}
