/**
 * Reads certificates and keys from PEM files.
 *
 * <p>In: names of files. Out: their content, and TLS contexts. May import: the contract's YAML, for
 * refusals.
 */
@NullMarked
package io.weir.contract.tls;

import org.jspecify.annotations.NullMarked;
