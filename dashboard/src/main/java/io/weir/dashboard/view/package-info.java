/** Views as files: pages of panels that operators write in YAML. In: a directory, or those that come with Weir. Out: views, or all mistakes. */
@NullMarked
package io.weir.dashboard.view;

import org.jspecify.annotations.NullMarked;
