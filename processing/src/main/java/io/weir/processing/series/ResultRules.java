package io.weir.processing.series;

import java.util.List;

/**
 * What an aggregation makes of one field. Shared by all series that the same rules apply to.
 *
 * @param keys of the results, {@code <field>_<function>} as line protocol spells it, by the place of the function
 * @param rules what the rules make of these
 */
public record ResultRules(List<byte[]> keys, List<FieldRules> rules) {}
