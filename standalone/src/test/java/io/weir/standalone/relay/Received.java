package io.weir.standalone.relay;

/**
 * A message that a sink received.
 *
 * @param id its id
 * @param route the topic or routing key
 */
record Received(String id, String route, String body) {}
