/**
 * Storage tiers in the rule file. In: its section {@code storage}. Out: tiers, and the choice of a
 * tier for a query. Independent of Kafka and the YAML library.
 */
@NullMarked
package io.weir.contract.rule.storage;

import org.jspecify.annotations.NullMarked;
