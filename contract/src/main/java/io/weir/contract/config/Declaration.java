package io.weir.contract.config;

/**
 * A key that a reader asked for, for the documentation of settings.
 *
 * @param path such as {@code udp.port} or {@code alarms[].name}
 * @param type the allowed values, such as {@code a number from 1 to 65535}
 * @param fallback the default, or {@code required} or {@code optional}
 * @param variable the environment variable that overrides it, or empty
 * @param about one line for the user
 * @param shape the allowed values, for programs
 */
public record Declaration(String path, String type, String fallback, String variable, String about, Shape shape) {}
