/**
 * Loads implementations of interfaces of Weir from jars. Input: a directory of jars. Output:
 * implementations, each with the name of its jar.
 */
@NullMarked
package io.weir.contract.plugin;

import org.jspecify.annotations.NullMarked;
