package io.weir.writer.stores;

import io.weir.writer.plugin.PluginUrl;
import io.weir.writer.store.StoreUrl;
import io.weir.writer.store.TargetKind;
import io.weir.writer.store.archive.ArchiveKind;
import io.weir.writer.store.clickhouse.ClickHouseKind;
import io.weir.writer.store.file.FileKind;
import io.weir.writer.store.influxdb.InfluxDb1Kind;
import io.weir.writer.store.influxdb.InfluxDb2Kind;
import io.weir.writer.store.opensearch.OpenSearchKind;
import io.weir.writer.store.opentsdb.OpenTsdbKind;
import io.weir.writer.store.questdb.QuestDbKind;
import io.weir.writer.store.remotewrite.RemoteWriteKind;
import io.weir.writer.store.victoriametrics.VictoriaMetricsKind;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The kinds of Weir's own stores. A new store adds a line here, and its check to {@code StoreFacts} of standalone. */
final class StoreKinds {
    /** In the order of the documentation. */
    public static final List<TargetKind<?>> ALL = List.of(
            new QuestDbKind(),
            new InfluxDb1Kind(),
            new InfluxDb2Kind(),
            new VictoriaMetricsKind(),
            new RemoteWriteKind(),
            new ClickHouseKind(),
            new OpenSearchKind(),
            new OpenTsdbKind(),
            new ArchiveKind(),
            new FileKind());

    /** The store of {@code weir up}. */
    public static final String EMBEDDED = "questdb:embedded";

    /** The accepted forms of addresses, for operators. */
    public static final String FORMS = EMBEDDED + ", "
            + ALL.stream().map(TargetKind::form).collect(Collectors.joining(", "))
            + "; with an s after the scheme for TLS; several addresses of one store as HOST,HOST; the password or token"
            + " in WEIR_STORE_TOKEN";

    private StoreKinds() {}

    /** The schemes of all addresses, with and without TLS. */
    public static Set<String> schemes() {
        return ALL.stream()
                .flatMap(kind -> kind.schemes().stream())
                .flatMap(scheme -> Stream.of(scheme, scheme + "s"))
                .collect(Collectors.toUnmodifiableSet());
    }

    static TargetKind<?> kind(StoreUrl url) {
        StoreUrl first = url.addresses().get(0);
        if (first instanceof PluginUrl own) {
            return own.kind();
        }
        return ALL.stream()
                .filter(kind -> kind.urls().isInstance(first))
                .findAny()
                .orElseThrow(() -> new IllegalArgumentException("no store has the address " + url.text()));
    }
}
