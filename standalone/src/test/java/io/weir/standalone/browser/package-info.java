/**
 * Tests of the page in a real browser. Input: a real {@code weir up}. Output: the content that the
 * browser shows.
 */
@NullMarked
package io.weir.standalone.browser;

import org.jspecify.annotations.NullMarked;
