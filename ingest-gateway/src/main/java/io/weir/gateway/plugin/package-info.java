/**
 * Loads kinds of inputs from jars. Input: a directory of jars. Output: kinds of inputs whose failures
 * are reported with the name of their jar.
 */
@NullMarked
package io.weir.gateway.plugin;

import org.jspecify.annotations.NullMarked;
