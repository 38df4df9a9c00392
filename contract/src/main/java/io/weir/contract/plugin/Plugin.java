package io.weir.contract.plugin;

/**
 * An implementation of a service in a plugin.
 *
 * @param name of the plugin's jar or folder, for messages
 * @param service the implementation
 */
public record Plugin<T>(String name, T service) {}
