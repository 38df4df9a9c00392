/**
 * Runs {@code docs/tutorial.md} word for word. Input: the commands of the page. Output: their
 * output, which must match the page. {@code TutorialRun} uses the standard ports and is therefore
 * not one of the usual tests; {@code build/tutorial} runs it.
 */
@NullMarked
package io.weir.standalone.tutorial;

import org.jspecify.annotations.NullMarked;
