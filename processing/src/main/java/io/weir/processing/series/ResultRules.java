package io.weir.processing.series;

import io.weir.processing.suppress.Suppressed;
import java.util.List;

/**
 * The results of an aggregation for one field. Shared by all series that the same rules apply to.
 *
 * @param keys keys of the results, {@code <field>_<function>} in line protocol, by the place of the
 *     function
 * @param suppressed the suppression of the results
 */
public record ResultRules(List<byte[]> keys, List<Suppressed> suppressed) {}
