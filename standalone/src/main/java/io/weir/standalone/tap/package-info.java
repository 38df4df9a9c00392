/**
 * {@code weir tap}: any topic, live, for a person's eyes.
 *
 * <p>Comes in: records of a topic, a selector. Goes out: lines of text. May import: the contract, {@code topic}, picocli.
 */
@NullMarked
package io.weir.standalone.tap;

import org.jspecify.annotations.NullMarked;
