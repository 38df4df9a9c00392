/**
 * Views as files: pages of panels that operators write in YAML. In: a directory, or the views
 * included in Weir. Out: views, or all errors.
 */
@NullMarked
package io.weir.dashboard.view;

import org.jspecify.annotations.NullMarked;
