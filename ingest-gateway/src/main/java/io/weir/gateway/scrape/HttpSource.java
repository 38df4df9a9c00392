package io.weir.gateway.scrape;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * A service that lists targets.
 *
 * @param refresh time after which it is asked again
 * @param tls empty for the authorities of Java
 */
public record HttpSource(URI url, Duration refresh, Optional<SSLContext> tls, Credentials credentials) {}
