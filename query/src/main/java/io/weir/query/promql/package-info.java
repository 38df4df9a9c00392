/**
 * PromQL, the query language of Prometheus: from text to an expression whose types are checked.
 *
 * <p>In: the text of a query. Out: an {@link io.weir.query.promql.Expression}, or a {@link
 * io.weir.query.promql.PromqlException} with the position of the mistake. ANTLR generates lexer and parser from the
 * grammars in {@code src/main/antlr4}. The package knows nothing of samples or stores.
 */
@NullMarked
package io.weir.query.promql;

import org.jspecify.annotations.NullMarked;
