/**
 * Sign-in at a provider of identities by OpenID Connect. In: requests of browsers and programs, and
 * the provider's answers. Out: who may view the farm and send commands to alarms. The only package
 * that knows OpenID Connect.
 */
@NullMarked
package io.weir.dashboard.signin;

import org.jspecify.annotations.NullMarked;
