/**
 * Tables that rules look things up in. In: the bytes of a CSV or YAML file. Out: its rows, or all its mistakes with file and
 * line. Knows nothing of rules; the only room of the CSV library.
 */
@NullMarked
package io.weir.contract.table;

import org.jspecify.annotations.NullMarked;
