/**
 * {@code weir reset}: deletes the state of a service that cannot read it. Input: the name of a
 * service. Output: deleted changelogs, and marked offsets.
 */
@NullMarked
package io.weir.standalone.reset;

import org.jspecify.annotations.NullMarked;
