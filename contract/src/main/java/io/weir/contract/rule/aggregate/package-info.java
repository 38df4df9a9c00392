/**
 * Rules that aggregate: aggregate, correlate and peers, with the values that a series contributes
 * to a group. In: sections of the rule file. Out: immutable records that validate themselves, and
 * the readers that build them. May import selectors; independent of Kafka and the YAML library.
 */
@NullMarked
package io.weir.contract.rule.aggregate;

import org.jspecify.annotations.NullMarked;
