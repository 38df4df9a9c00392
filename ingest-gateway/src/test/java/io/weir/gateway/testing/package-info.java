/** TLS identities, real programs and packets of collectd, for tests of this module and of others. */
@NullMarked
package io.weir.gateway.testing;

import org.jspecify.annotations.NullMarked;
