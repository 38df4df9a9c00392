/**
 * Stores in jars of their own. Input: a directory of plugins. Output: kinds of stores whose failures
 * are reported with the name of their jar and harm no other store.
 */
@NullMarked
package io.weir.writer.plugin;

import org.jspecify.annotations.NullMarked;
