package io.weir.gateway.input;

import io.weir.gateway.limit.LimitSettings;
import io.weir.gateway.setting.InputSettings;
import java.util.List;
import java.util.Map;

/**
 * The inputs that a gateway opens.
 *
 * @param all at least one
 * @param limits limits of inputs that have their own, by input name
 */
public record Inputs(List<InputSettings> all, Map<String, LimitSettings> limits) {
    /** Copies both. */
    public Inputs {
        all = List.copyOf(all);
        limits = Map.copyOf(limits);
    }
}
