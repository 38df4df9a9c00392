/**
 * {@code weir reset}: gives up the state of a service that cannot read it. In: the name of a service. Out: changelogs deleted, and its
 * offsets marked.
 */
@NullMarked
package io.weir.standalone.reset;

import org.jspecify.annotations.NullMarked;
