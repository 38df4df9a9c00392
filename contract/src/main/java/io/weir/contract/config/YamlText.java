package io.weir.contract.config;

import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import org.snakeyaml.engine.v2.common.FlowStyle;

/** Writes YAML. */
public final class YamlText {
    private YamlText() {}

    /**
     * Maps, lists, texts, numbers and flags in flow style, such as {@code {title: Load, max: 100}}, without a line
     * break at the end.
     */
    public static String flow(Object value) {
        DumpSettings settings = DumpSettings.builder()
                .setDefaultFlowStyle(FlowStyle.FLOW)
                .setWidth(Integer.MAX_VALUE)
                .setSplitLines(false)
                .build();
        return new Dump(settings).dumpToString(value).stripTrailing();
    }
}
