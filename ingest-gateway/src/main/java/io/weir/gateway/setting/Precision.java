package io.weir.gateway.setting;

import io.weir.contract.config.YamlSection;
import io.weir.gateway.intake.stamp.StampUnit;

/** The key of every input whose senders do not state the unit of their timestamps. */
public final class Precision {
    private Precision() {}

    public static StampUnit read(YamlSection section) {
        return section.choice(
                        "precision", StampUnit.class, "unit of the senders' timestamps; auto detects it by their size")
                .or(StampUnit.NS);
    }
}
