/**
 * Strict reading of YAML files: settings and rules.
 *
 * <p>In: a file or text, and environment variables. Out: typed values, or <em>all</em> mistakes
 * together, each with file, line, path, error and remedy. Undeclared keys, duplicate keys, anchors,
 * aliases and tags are refused. Imports the YAML library (in
 * {@link io.weir.contract.yaml.YamlParser} only) and nothing else.
 */
@NullMarked
package io.weir.contract.yaml;

import org.jspecify.annotations.NullMarked;
