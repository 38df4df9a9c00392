/**
 * {@code weir tap}: shows any topic live.
 *
 * <p>Input: records of a topic, a selector. Output: lines of text. Allowed imports: the contract,
 * {@code topic}, picocli.
 */
@NullMarked
package io.weir.standalone.tap;

import org.jspecify.annotations.NullMarked;
