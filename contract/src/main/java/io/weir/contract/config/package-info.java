/**
 * Reads what operators write: YAML files, lookup tables, settings of the environment and TLS files.
 * It also generates the JSON Schemas of these files for editors.
 *
 * <p>In: files and environment variables. Out: values, or all mistakes of a file with file, line and
 * remedy. Undeclared keys, duplicate keys, anchors, aliases and tags are refused. May import the
 * YAML library (in {@link io.weir.contract.config.YamlParser} only), the CSV and the JSON library.
 * Knows neither the rules nor Kafka.
 */
@NullMarked
package io.weir.contract.config;

import org.jspecify.annotations.NullMarked;
