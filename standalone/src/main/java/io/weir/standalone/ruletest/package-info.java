/**
 * {@code weir rules test}: tests of rules, in YAML files beside them.
 *
 * <p>Input: test files. Output: the failed tests, with expected and actual output. Allowed imports:
 * {@code replay}, the contract, picocli.
 */
@NullMarked
package io.weir.standalone.ruletest;

import org.jspecify.annotations.NullMarked;
