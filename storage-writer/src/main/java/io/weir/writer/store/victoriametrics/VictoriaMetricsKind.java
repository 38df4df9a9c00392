package io.weir.writer.store.victoriametrics;

import io.weir.writer.store.Address;
import io.weir.writer.store.Store;
import io.weir.writer.store.StoreAbilities;
import io.weir.writer.store.StoreAbilities.Arrays;
import io.weir.writer.store.StoreAbilities.Deletion;
import io.weir.writer.store.StoreAbilities.Kept;
import io.weir.writer.store.StoreAbilities.Query;
import io.weir.writer.store.StoreAbilities.Repeat;
import io.weir.writer.store.StoreAbilities.Tiers;
import io.weir.writer.store.StoreAbilities.Types;
import io.weir.writer.store.StoreKind;
import io.weir.writer.store.StoreOptions;
import java.time.Duration;

/** VictoriaMetrics. */
public final class VictoriaMetricsKind implements StoreKind<VictoriaMetricsUrl> {
    private static final int PORT = 8428;

    private static final StoreAbilities ABILITIES = new StoreAbilities(
            "VictoriaMetrics",
            new Types(Kept.ROUNDED, Kept.AS_FLOAT, Kept.AS_FLOAT, Kept.AS_1_OR_0, Kept.SKIPPED),
            Arrays.AS_SERIES,
            0,
            0,
            Duration.ofMillis(1),
            Repeat.IS_KEPT_TWICE,
            Tiers.NONE,
            Deletion.SERIES,
            Query.PROMQL);

    @Override
    public String scheme() {
        return "victoriametrics";
    }

    @Override
    public String form() {
        return "victoriametrics://[USER@]HOST[:PORT][/PREFIX]";
    }

    @Override
    public StoreAbilities abilities() {
        return ABILITIES;
    }

    @Override
    public Class<VictoriaMetricsUrl> urls() {
        return VictoriaMetricsUrl.class;
    }

    @Override
    public VictoriaMetricsUrl parse(Address address) {
        address.requireNoQuery();
        String path = address.path().replaceFirst("/+$", "");
        if (path.equals("write") || path.endsWith("/write")) {
            throw address.wrong("ends with /write, which Weir appends");
        }
        return new VictoriaMetricsUrl(
                address.text(), address.http(PORT), path.isEmpty() ? "" : "/" + path, address.user());
    }

    @Override
    public Store open(VictoriaMetricsUrl url, StoreOptions options) {
        return new VictoriaMetrics(url, options);
    }
}
