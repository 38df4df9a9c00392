/**
 * Common parts of the fuzz tests of all inputs. In: valid packets and a seed. Out: damaged packets.
 * Of the gateway it imports only {@code intake}.
 */
@NullMarked
package io.weir.gateway.fuzz;

import org.jspecify.annotations.NullMarked;
