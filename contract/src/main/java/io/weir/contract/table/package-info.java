/**
 * Reads lookup tables for rules.
 *
 * <p>In: the bytes of a CSV or YAML file. Out: its rows, or all its mistakes with file and line.
 * Independent of rules; the only package that uses the CSV library.
 */
@NullMarked
package io.weir.contract.table;

import org.jspecify.annotations.NullMarked;
