/**
 * The keys that inputs share.
 *
 * <p>In: sections of the gateway's YAML. Out: settings of transports, brokers, mappings and limits.
 * An input's own settings are in the package of the input.
 */
@NullMarked
package io.weir.gateway.setting;

import org.jspecify.annotations.NullMarked;
