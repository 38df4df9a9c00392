/** Values of the command line that several commands read alike. */
@NullMarked
package io.weir.standalone.option;

import org.jspecify.annotations.NullMarked;
