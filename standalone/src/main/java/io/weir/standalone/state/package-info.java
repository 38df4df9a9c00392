/**
 * {@code weir state}: shows and changes the farm state. Input: names and values. Output: records of
 * {@code control.state}, and their content. Allowed imports: the contract, topics for people,
 * Kafka's clients, picocli.
 */
@NullMarked
package io.weir.standalone.state;

import org.jspecify.annotations.NullMarked;
