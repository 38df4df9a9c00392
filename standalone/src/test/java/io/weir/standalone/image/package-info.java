/** The image of {@code docker/Dockerfile}, run in Docker where there is one. */
@NullMarked
package io.weir.standalone.image;

import org.jspecify.annotations.NullMarked;
