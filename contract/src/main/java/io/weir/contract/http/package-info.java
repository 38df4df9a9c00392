/**
 * HTTP requests to other programs, and credentials.
 *
 * <p>In: requests, tokens. Out: answers, decisions. May import: only Java's own classes.
 */
@NullMarked
package io.weir.contract.http;

import org.jspecify.annotations.NullMarked;
