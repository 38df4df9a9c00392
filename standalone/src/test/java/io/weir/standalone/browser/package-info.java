/** The page in a real browser, before a real {@code weir up}. */
@NullMarked
package io.weir.standalone.browser;

import org.jspecify.annotations.NullMarked;
