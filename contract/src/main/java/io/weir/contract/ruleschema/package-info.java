/**
 * The JSON Schema of a rule file, for editors: made of what the readers of rules ask for.
 *
 * <p>In come the declarations of a reading; out comes one JSON document. Imports the rules' declarations and the JSON library.
 */
@NullMarked
package io.weir.contract.ruleschema;

import org.jspecify.annotations.NullMarked;
