/**
 * Storage tiers in the rule file. In: its section {@code storage}. Out: tiers, the rules by which processing
 * computes them, the choice of a tier for a query, the names of tiers in InfluxQL, and the spelling of names and
 * texts in statements.
 * Independent of Kafka and the YAML library.
 */
@NullMarked
package io.weir.contract.rule.storage;

import org.jspecify.annotations.NullMarked;
