/**
 * Plots of lines in text, with the Braille patterns of Unicode: two by four dots in each character.
 *
 * <p>Input: samples of a line, the range of time. Output: lines of text. Allowed imports: none.
 */
@NullMarked
package io.weir.standalone.query.plot;

import org.jspecify.annotations.NullMarked;
