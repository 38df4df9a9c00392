/**
 * Certificates and keys in files of PEM, as people and their tools have them.
 *
 * <p>Comes in: names of files. Goes out: what is in them, and contexts for TLS. May import: the contract's YAML, for refusals.
 */
@NullMarked
package io.weir.contract.tls;

import org.jspecify.annotations.NullMarked;
