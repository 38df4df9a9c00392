package io.weir.standalone.top;

import java.util.OptionalDouble;

/**
 * Lines that were refused, dropped or lost for one reason.
 *
 * @param reason in words
 * @param perSecond empty if it is not known yet
 * @param total since the start of the services
 */
record LossRow(String reason, OptionalDouble perSecond, long total) {}
