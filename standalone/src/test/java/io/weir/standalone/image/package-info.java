/**
 * Tests of the image of {@code docker/Dockerfile}, if Docker is available. Input: containers, lines
 * and rules. Output: health, meters and alarms.
 */
@NullMarked
package io.weir.standalone.image;

import org.jspecify.annotations.NullMarked;
