package io.weir.gateway.path;

/** Why a path has no series. */
public enum PathError {
    NONE,
    /** A path that has an empty part, or that line protocol cannot express. */
    BAD_PATH,
    /** A tag without a name or value, or one that occurs twice. */
    BAD_TAG,
    /** A path with fewer parts than its template needs for a measurement. */
    SHORT_PATH,
    /** A path with more parts than its template. */
    LONG_PATH
}
