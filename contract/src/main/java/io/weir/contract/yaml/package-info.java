/**
 * Strict reading of YAML files: settings and rules.
 *
 * <p>In come a file (or text) and environment variables; out come typed values, or <em>all</em> mistakes at once, each
 * with file, line, path, what was wrong and what was meant. Keys nobody declared, keys written twice, anchors, aliases
 * and tags are refused. Imports the YAML library (in {@link io.weir.contract.yaml.YamlParser} only) and nothing else.
 */
@NullMarked
package io.weir.contract.yaml;

import org.jspecify.annotations.NullMarked;
