/**
 * Selectors of series: which measurements, tags and fields a rule applies to; the indexes that find
 * the rules of a series; and what all rules share, such as names, spelling and tables. In: sections
 * of the rule file, names of series. Out: selectors, and the rules that match. Reads sections through
 * {@code io.weir.contract.config}, never the YAML library; knows neither the rules nor Kafka.
 */
@NullMarked
package io.weir.contract.rule.match;

import org.jspecify.annotations.NullMarked;
