/**
 * Selectors of series: which measurements, tags and fields a rule applies to, and the indexes that
 * find the rules of a series. In: sections of the rule file, names of series. Out: selectors, and
 * the rules that match. Independent of the rules themselves, of Kafka and of the YAML library.
 */
@NullMarked
package io.weir.contract.rule.match;

import org.jspecify.annotations.NullMarked;
