/**
 * JSON Schemas of files that people write, for editors: made of what the readers of these files ask for.
 *
 * <p>In come the declarations of a reading; out comes one JSON document. Imports declarations and the JSON library.
 */
@NullMarked
package io.weir.contract.schema;

import org.jspecify.annotations.NullMarked;
