/** What tests of this module and of others need to speak TLS. */
@NullMarked
package io.weir.gateway.testing;

import org.jspecify.annotations.NullMarked;
