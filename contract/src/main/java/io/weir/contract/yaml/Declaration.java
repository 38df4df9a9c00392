package io.weir.contract.yaml;

/**
 * A key that a reader asked for: what documentation of settings is made of.
 *
 * @param path such as {@code udp.port} or {@code alarms[].name}
 * @param type what may be written, such as {@code a number from 1 to 65535}
 * @param fallback what counts if the key is left out, or {@code required} or {@code optional}
 * @param variable of the environment that overrides it; empty if none does
 * @param about one line for the person who sets it
 * @param shape what may be written, for programs
 */
public record Declaration(String path, String type, String fallback, String variable, String about, Shape shape) {}
