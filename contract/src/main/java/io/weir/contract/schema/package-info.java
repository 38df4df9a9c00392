/**
 * Generates JSON Schemas of configuration files for editors, from the declarations of the files'
 * readers.
 *
 * <p>In: the declarations of a reading. Out: one JSON document. Imports declarations and the JSON
 * library.
 */
@NullMarked
package io.weir.contract.schema;

import org.jspecify.annotations.NullMarked;
