/**
 * Rules for single metrics in the rule file: enrich, convert, derive, route and suppress. In:
 * sections of the file. Out: immutable records that validate themselves, and the readers that build
 * them. May import selectors; independent of Kafka and the YAML library.
 */
@NullMarked
package io.weir.contract.rule.metric;

import org.jspecify.annotations.NullMarked;
