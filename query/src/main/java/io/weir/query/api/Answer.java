package io.weir.query.api;

/**
 * An answer of the API.
 *
 * @param status of HTTP
 */
public record Answer(int status, byte[] json) {}
