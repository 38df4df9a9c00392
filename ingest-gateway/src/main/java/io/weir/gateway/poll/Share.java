package io.weir.gateway.poll;

/** The part of all targets that this gateway polls. Thread-safe. */
public interface Share extends AutoCloseable {
    /** A share of all targets. */
    Share ALL = new Share() {
        @Override
        public boolean hasTarget(long hash) {
            return true;
        }

        @Override
        public String toString() {
            return "all targets";
        }
    };

    /** Whether the target with this hash is polled here. Never blocks. */
    boolean hasTarget(long hash);

    @Override
    default void close() {}
}
